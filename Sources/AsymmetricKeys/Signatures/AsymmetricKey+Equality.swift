package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Whether two keys are the same, even in different encodings.
  ///
  /// Two private keys are equal if one key verifies a signature of the other key. A comparison of the numbers is not
  /// enough, for two reasons. The public part of a private key may belong to another key. Two encodings of an RSA key
  /// may contain different private numbers.
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

  /// Whether the private part belongs to the public part. The parts of a malformed key can belong to different keys. For
  /// a remote key, the answer is true without a check.
  package var hasMatchingParts: Bool { isRemote || (try? isEqual(to: self)) ?? false }
}
