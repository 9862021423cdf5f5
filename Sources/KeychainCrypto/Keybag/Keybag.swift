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
/// ## Encoding
///
/// Format `LKKEYBAG`, version 1 (in the frame of `TwoCopyCodec`); numbers are little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 4 | protection: 1 = device key alone; 2 = device key and passcode |
/// | 4 | length *p* of the protection's parameters: 0 for protection 1, 36 for protection 2 |
/// | 16 | identifier of the store |
/// | *p* | parameters: type of Argon2 (4: 2 = Argon2id), version (4: 0x13), passes (4), KiB (4), lanes (4), salt (16) |
/// | 8 | generation |
/// | 4 | next key id: greater than every id ever given; the next key has this one or one up to 2^19 greater |
/// | 4 | number of entries, at most 4096 |
/// | … | entries, by ascending key id |
/// | 0 or 112 | under protection 2: generation in which the authentication key was made (8), its public half (32), its private half wrapped (72) |
/// | 72 | wrapped index key |
///
/// An entry:
///
/// | bytes | field |
/// |---|---|
/// | 1 | accessibility class |
/// | 1 | state: 1 active (at most one a class), 2 retired, 3 destroyed |
/// | 2 | length of the wrapped key: 72, or 0 when destroyed |
/// | 4 | key id, not 0 |
/// | 0 or 72 | wrapped key |
///
/// A wrapped key is a nonce of 24 bytes, 32 bytes of ciphertext and a tag of 16 bytes:
/// XAES-256-GCM under a key-encryption key. What is authenticated with it:
///
/// * class key: the byte `C`, `LKKEYBAG`, the version (4 bytes), the header (protection to
///   parameters), class, state, key id (4 bytes);
/// * authentication key: the byte `A`, then as for a class key, with its generation (8 bytes) and its public half after the header;
/// * index key: the byte `I`, `LKKEYBAG`, the version, the whole encoding up to the index key.
///
/// The device key's key-encryption key is HKDF-SHA-256 of the device key without salt; its info is
/// `latchkey keybag, device key` and the store's identifier. Under protection 1 it wraps everything,
/// under protection 2 the index key and the classes that are always readable. All other classes are
/// then wrapped under HKDF-SHA-256 of the device key, with what Argon2id makes of the passcode as
/// salt, and the info `latchkey keybag, device key and passcode` and the store's identifier.
///
/// A keybag of protection 2 has an active key of the class of items that need a passcode, one of
/// protection 1 has none that is not destroyed. That key proves a passcode: when it does not open
/// although the index key did, the passcode is wrong.
///
/// The authentication key is one of X25519. Its private half is wrapped like the classes that need the
/// passcode, and is never left to other processes nor kept while the store is unlocked: only who has just
/// given the passcode has it. Items whose access control asks for that are sealed to the public half. It
/// stays the same when the passcode is changed.
package struct Keybag: Sendable, Equatable {
  static let magic: StaticString = "LKKEYBAG"
  static let formatVersion: UInt32 = 1
  static let maximumEntryCount = 4096

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

  /// The keys that only open what was sealed under them.
  package var retiredKeyIDs: Set<UInt32> {
    Set(entries.filter { $0.state == .retired }.map(\.keyID))
  }

  /// The key that new items of a class are sealed under; nil when the class has none.
  package func activeKeyID(for accessibility: Accessibility) -> UInt32? {
    entries.first { $0.accessibility == accessibility && $0.state == .active }?.keyID
  }
}
