import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Signs a message or a digest, as the algorithm says.
  ///
  /// - Throws: `.parameter` when the key cannot do this, or a digest has not the length that the
  ///   algorithm asks for; `.internalComponent` when OpenSSL fails.
  package func sign(
    _ input: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard supports(algorithm, for: .sign) else { throw Self.unsupported }
    switch algorithm {
    case .rsaSignatureRaw:
      return try sign(padded(input), .none)
    case .rsaSignaturePKCS1(let hash, let kind):
      return try sign(digest(input, hash, kind), .pkcs1(hash))
    case .rsaSignaturePSS(let hash, let kind):
      return try sign(digest(input, hash, kind), .pss(hash))
    case .ecdsa(let format, let hash, let kind):
      let signature = try sign(digest(input, hash, kind), .ecdsa)
      guard format == .rfc4754, case .ellipticCurve(let curve) = self.kind else {
        return signature
      }
      return try ECDSASignature(der: signature).fixedWidth(curve.byteCount)
    default: throw Self.unsupported
    }
  }

  /// What a signature is made of: the digest that is given, of the length it must have, or the
  /// digest of the message that is given.
  func digest(
    _ input: UnsafeRawBufferPointer, _ hash: HashAlgorithm?, _ kind: KeyAlgorithm.SignedInput
  ) throws(KeychainError) -> [UInt8] {
    guard let hash else { return Array(input) }
    if kind == .message { return try hash.digest(of: input) }
    guard input.count == hash.byteCount else {
      throw KeychainError(.parameter, "the digest has not the length of its hash")
    }
    return Array(input)
  }

  /// Zeros before the input, to the size of a block.
  ///
  /// - Throws: `.parameter` for input that is longer than a block.
  func padded(_ input: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
    guard input.count <= blockByteCount else {
      throw KeychainError(.parameter, "the input is longer than a block of the key")
    }
    return [UInt8](repeating: 0, count: blockByteCount - input.count) + Array(input)
  }

  private func sign(
    _ input: [UInt8], _ padding: KeyContext.SignaturePadding
  ) throws(KeychainError) -> [UInt8] {
    try contexts.use(pointer, .sign(padding)) { context throws(KeychainError) in
      // Room for the largest signature: both numbers of an ECDSA signature and their frame.
      var count = 2 * blockByteCount + 16
      var signature = [UInt8](repeating: 0, count: count)
      // OpenSSL takes a null pointer for a different request: an empty digest points somewhere.
      let done = input.withUnsafeBufferPointer { bytes in
        withUnsafePointer(to: UInt8(0)) {
          EVP_PKEY_sign(context, &signature, &count, bytes.baseAddress ?? $0, bytes.count)
        }
      }
      guard done == 1 else {
        ERR_clear_error()
        throw KeychainError(.parameter, "the key does not sign this input")
      }
      signature.removeLast(signature.count - count)
      return signature
    }
  }

  static var unsupported: KeychainError {
    KeychainError(.parameter, "the key does not support the algorithm for this operation")
  }
}
