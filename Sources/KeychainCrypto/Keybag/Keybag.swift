package import KeychainModel
import OpenSSLSupport

/// The class keys and the index key of a store, in wrapped form: the content of a keybag file.
///
/// A keybag is a value. Each change makes a new keybag of the next generation. The wrapped index key is sealed together
/// with everything else in the keybag, so nothing can be altered without the device key. Each class key is sealed with
/// the header and its own entry only, so that a change of another key does not require wrapping this key again. The
/// keybag does not detect that an earlier keybag was restored.
///
/// docs/file-format.md describes the encoding, and the data that is authenticated with each key.
///
/// One class is for items that require a passcode. A keybag with a passcode has an active key of this class. In a
/// keybag without a passcode, all keys of this class are destroyed. The active key verifies a passcode: if the passcode
/// does not open this key although the index key opens, the passcode is wrong.
///
/// The authentication key is an X25519 key. Its private half is wrapped like the keys of the classes that require the
/// passcode. The private half is never given to other processes, and is not kept while the store is unlocked: the
/// private half is available only to a caller that has just received the passcode. Items whose access control requires
/// the passcode for each access are sealed to the public half. A change of the passcode does not change the
/// authentication key.
package struct Keybag: Sendable, Equatable {
  static let magic: StaticString = "LKKEYBAG"
  static let formatVersion: UInt32 = 1
  static let maximumEntryCount = 4096
  /// The greatest number in the name of a keybag file. The limit leaves room to increment the number.
  package static let largestNumber = UInt64(Int64.max) / 2

  package let vaultID: RowIdentifier
  /// The secrets that protect the keys.
  package let protection: KeybagProtection
  /// The generation of the keybag. The first generation is 1, and each change increments the generation.
  package let generation: UInt64
  /// The smallest id that a new key can get.
  package let nextKeyID: UInt32
  package let entries: [KeybagEntry]
  /// The authentication key, which is available only to a caller that has just received the passcode. Nil if and only
  /// if no passcode is set.
  let authentication: AuthenticationEntry?

  let wrappedIndexKey: WrappedKey
}

extension Keybag {
  /// The SHA-256 of the encoded keybag. The database records the digest of the current keybag.
  package func digest() throws(KeychainError) -> [UInt8] {
    try encoded.withBytes { bytes throws(KeychainError) in try SHA256Digest.digest(of: bytes) }
  }

  /// The entry of a key id; nil when the keybag never had such a key.
  package func entry(of keyID: UInt32) -> KeybagEntry? { entries.first { $0.keyID == keyID } }

  /// The public half of the authentication key; nil when no passcode is set.
  package var authenticationPublicKey: AuthenticationPublicKey? {
    authentication.map {
      AuthenticationPublicKey(
        vaultID: vaultID, generation: $0.generation, bytes: $0.publicKey)
    }
  }

  /// The ids of the keys that were not destroyed.
  package var liveKeyIDs: Set<UInt32> {
    Set(entries.filter { $0.state != .destroyed }.map(\.keyID))
  }

  /// The ids of the keys that only open existing items.
  package var retiredKeyIDs: Set<UInt32> {
    Set(entries.filter { $0.state == .retired }.map(\.keyID))
  }

  /// The id of the key that new items of a class are sealed under; nil when the class has no such key.
  package func activeKeyID(for accessibility: Accessibility) -> UInt32? {
    entries.first { $0.accessibility == accessibility && $0.state == .active }?.keyID
  }
}

/// A class key in a keybag, or the record of a destroyed class key.
package struct KeybagEntry: Sendable, Equatable {
  /// The use of a key. The raw value is stored in the file.
  package enum State: UInt8, Sendable {
    /// The key seals new items.
    case active = 1
    /// The key only opens existing items.
    case retired = 2
    /// The key was destroyed, so the items under the key are lost. The id of the key is never used again.
    case destroyed = 3
  }

  package let accessibility: Accessibility
  package let keyID: UInt32
  package let state: State

  /// Nil if and only if the key is destroyed.
  let wrappedKey: WrappedKey?

  /// The entry in its destroyed state, without the key.
  var destroyed: KeybagEntry {
    KeybagEntry(
      accessibility: accessibility, keyID: keyID, state: .destroyed, wrappedKey: nil)
  }
}

/// The authentication key in a keybag.
struct AuthenticationEntry: Sendable, Equatable {
  /// The generation of the keybag that created the key.
  let generation: UInt64
  /// The public half, 32 bytes.
  let publicKey: [UInt8]
  let wrappedKey: WrappedKey
}

/// A 32-byte key, sealed under another key: nonce, ciphertext, tag.
struct WrappedKey: Sendable, Equatable {
  static let byteCount =
    SealingNonce.byteCount + XAES256GCM.keyByteCount + XAES256GCM.tagByteCount

  let bytes: [UInt8]

  /// Returns nil unless there are 72 bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }
}
