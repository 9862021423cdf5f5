package import KeychainModel
import OpenSSLSupport

/// The blind index and the ciphers of one session. Each class key has a cipher for metadata and a cipher for secrets,
/// which are created when they are first needed.
///
/// OpenSSL contexts are reused. So a suite belongs to one thread at a time, and the class is not `Sendable`. When the
/// keys must be erased, release the suite together with its ring, because OpenSSL keeps expanded keys in its contexts
/// until the contexts are freed.
package final class CipherSuite {
  /// The ring that the keys come from.
  package let ring: KeyRing

  private let blindIndex: BlindIndex
  // Unchecked exclusivity is safe, because one thread at a time uses the array, and no access to the array starts
  // another access.
  @exclusivity(unchecked)
  private var ciphers: [RowCiphers] = []

  init(_ ring: KeyRing) throws(KeychainError) {
    self.ring = ring
    let vaultID = ring.vaultID
    blindIndex = try ring.withIndexKey { key throws(KeychainError) in
      let derived = try HKDF.deriveKey(from: key, info: Self.info("latchkey blind index", vaultID))
      return try derived.withUnsafeBytes { bytes throws(KeychainError) in
        try BlindIndex(key: bytes)
      }
    }
  }

  /// The blind index.
  ///
  /// - Throws: `.notAvailable` in a forked child.
  package func index() throws(KeychainError) -> BlindIndex {
    try ring.requireThisProcess()
    return blindIndex
  }

  /// The cipher for the metadata of rows under a class key.
  ///
  /// - Throws: `.interactionNotAllowed` when the key is locked; `.notAvailable` when the key is destroyed or unknown,
  ///   and in a forked child.
  package func metadataCipher(_ keyID: UInt32) throws(KeychainError) -> XAES256GCM {
    try rowCiphers(keyID).metadata
  }

  /// The cipher for the secrets of rows under a class key.
  ///
  /// - Throws: The errors of `metadataCipher`.
  package func secretCipher(_ keyID: UInt32) throws(KeychainError) -> XAES256GCM {
    try rowCiphers(keyID).secret
  }

  private struct RowCiphers {
    let keyID: UInt32
    let metadata: XAES256GCM
    let secret: XAES256GCM
  }

  private func rowCiphers(_ keyID: UInt32) throws(KeychainError) -> RowCiphers {
    try ring.requireThisProcess()
    for cipher in ciphers where cipher.keyID == keyID { return cipher }
    let made = try ring.withClassKey(keyID) { key, accessibility throws(KeychainError) in
      func cipher(_ label: StaticString) throws(KeychainError) -> XAES256GCM {
        var info = Self.info(label, ring.vaultID)
        info.append(accessibility.rawValue)
        info.append(number: keyID)
        return try HKDF.deriveKey(from: key, info: info).withUnsafeBytes {
          bytes throws(KeychainError) in try XAES256GCM(key: bytes)
        }
      }
      return RowCiphers(
        keyID: keyID, metadata: try cipher("latchkey metadata"),
        secret: try cipher("latchkey secret"))
    }
    ciphers.append(made)
    return made
  }

  /// The info of a key derivation. No label is a prefix of another label, and the bytes after the label have a constant
  /// length. So different uses never give the same bytes.
  private static func info(_ label: StaticString, _ vaultID: RowIdentifier) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(text: label)
    return bytes + vaultID.bytes
  }
}
