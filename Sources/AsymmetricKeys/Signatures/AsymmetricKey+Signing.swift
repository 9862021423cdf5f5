import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Signs `input`. The algorithm determines whether `input` is a message or a digest.
  ///
  /// - Throws: `.parameter` when the key does not support the algorithm, or a digest has the wrong length;
  ///   `.internalComponent` when OpenSSL fails; the errors of a backend.
  package func sign(
    _ input: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard supports(algorithm, for: .sign) else { throw Self.unsupported }
    if let backend { return try sign(input, algorithm, backend) }
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

  /// Signs `input` with a backend. A message is hashed here, so that its length does not matter.
  private func sign(
    _ input: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm, _ backend: any PrivateKeyBackend
  ) throws(KeychainError) -> [UInt8] {
    switch algorithm {
    case .rsaSignaturePKCS1(let hash, let kind):
      return try backend.sign(digest(input, hash, kind), .rsaSignaturePKCS1(hash, of: .digest))
    case .rsaSignaturePSS(let hash, let kind):
      return try backend.sign(digest(input, hash, kind), .rsaSignaturePSS(hash, of: .digest))
    case .ecdsa(let format, let hash, let kind):
      return try backend.sign(digest(input, hash, kind), .ecdsa(format, hash, of: .digest))
    case .rsaSignatureRaw: return try backend.sign(padded(input), .rsaSignatureRaw)
    default: throw Self.unsupported
    }
  }

  /// The digest to sign. If `input` is a digest, checks its length and returns `input`. If `input` is a message,
  /// computes its digest.
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

  /// `input` with leading zeros, so that the result has the size of a block.
  ///
  /// - Throws: `.parameter` when `input` is longer than a block.
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
      // The size of the largest signature: the two numbers of an ECDSA signature and 16 bytes for their encoding.
      var count = 2 * blockByteCount + 16
      var signature = [UInt8](repeating: 0, count: count)
      // OpenSSL performs a different operation when the pointer is null. Therefore an empty digest gets a non-null
      // pointer.
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
