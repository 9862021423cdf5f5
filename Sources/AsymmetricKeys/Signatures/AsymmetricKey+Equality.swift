package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Whether a key, however it was written, is this one. A private key proves it with a signature: the point
  /// beside it may be that of another, and the numbers of RSA differ among those who made them.
  ///
  /// - Throws: `.internalComponent` when OpenSSL fails to check a signature.
  package func isEqual(to other: AsymmetricKey) throws(KeychainError) -> Bool {
    guard kind == other.kind, isPrivate == other.isPrivate,
      publicRepresentation == other.publicRepresentation
    else { return false }
    guard isPrivate else { return true }
    let algorithm: KeyAlgorithm =
      switch kind {
      case .rsa: .rsaSignaturePKCS1(.sha256, of: .message)
      case .ellipticCurve: .ecdsa(.x962, .sha256, of: .message)
      }
    let text = Array("whose key is this?".utf8)
    let publicKey = try other.publicKey()
    let signature: [UInt8]
    do throws(KeychainError) {
      signature = try text.withBytes { (text) throws(KeychainError) in try sign(text, algorithm) }
    } catch {
      return false
    }
    return try signature.withBytes { (signature) throws(KeychainError) in
      try text.withBytes { (text) throws(KeychainError) in
        try publicKey.verify(signature, of: text, algorithm)
      }
    }
  }
}
