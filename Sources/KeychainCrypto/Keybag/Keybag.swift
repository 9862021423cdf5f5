package import KeychainModel
import OpenSSLSupport

/// The class keys and the index key of a store, wrapped: what the file `keybag` holds.
///
/// A keybag is a value and changes as a whole: each change gives one of the next generation. Its
/// wrapped index key is sealed together with everything else in it, so that nothing in a keybag
/// can be altered without the device key; the class keys are sealed with the header and with their
/// own entry only, so that a change of another key need not wrap all of them again. Putting an
/// earlier keybag in place of a later is not noticed.
///
/// The encoding is described in docs/file-format.md, with what is authenticated with each key.
///
/// A keybag with a passcode has an active key of the class of items that need one; a keybag without has none that is not
/// destroyed. That key proves a passcode: when it does not open although the index key did, the passcode is wrong.
///
/// The authentication key is one of X25519. Its private half is wrapped like the classes that need the
/// passcode, and is never left to other processes nor kept while the store is unlocked: only who has just
/// given the passcode has it. Items whose access control asks for that are sealed to the public half. It
/// stays the same when the passcode is changed.
package struct Keybag: Sendable, Equatable {
  static let magic: StaticString = "LKKEYBAG"
  static let formatVersion: UInt32 = 1
  static let maximumEntryCount = 4096
  /// The greatest number that a file of a keybag may have: there is room to count on.
  package static let largestNumber = UInt64(Int64.max) / 2

  package let storeID: RowIdentifier
  /// How the keys are protected.
  package let protection: KeybagProtection
  /// Counts the changes, from 1.
  package let generation: UInt64
  /// The id that the next new key will have.
  package let nextKeyID: UInt32
  package let entries: [KeybagEntry]
  /// The key that proves that the passcode was just given; nil just when none is set.
  let authentication: AuthenticationEntry?

  let wrappedIndexKey: WrappedKey
}

extension Keybag {
  /// The SHA-256 of the encoded keybag: a database records it for the keybag that is in force.
  package func digest() throws(KeychainError) -> [UInt8] {
    try encoded.withBytes { bytes throws(KeychainError) in try SHA256Digest.digest(of: bytes) }
  }

  /// The entry of a key id; nil when there never was such a key.
  package func entry(of keyID: UInt32) -> KeybagEntry? { entries.first { $0.keyID == keyID } }

  /// The public half of the authentication key; nil when no passcode is set.
  package var authenticationPublicKey: AuthenticationPublicKey? {
    authentication.map {
      AuthenticationPublicKey(
        storeID: storeID, generation: $0.generation, bytes: $0.publicKey)
    }
  }

  /// The keys that were not destroyed.
  package var liveKeyIDs: Set<UInt32> {
    Set(entries.filter { $0.state != .destroyed }.map(\.keyID))
  }

  /// The keys that only open what was sealed under them.
  package var retiredKeyIDs: Set<UInt32> {
    Set(entries.filter { $0.state == .retired }.map(\.keyID))
  }

  /// The key that new items of a class are sealed under; nil when the class has none.
  package func activeKeyID(for accessibility: Accessibility) -> UInt32? {
    entries.first { $0.accessibility == accessibility && $0.state == .active }?.keyID
  }
}
