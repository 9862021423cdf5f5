import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Whether a signature is that of a message or a digest, as the algorithm says.
  ///
  /// A signature that is malformed or of a wrong length is a wrong one.
  ///
  /// - Throws: `.parameter` when the key cannot do this, a digest has not the length that the
  ///   algorithm asks for, or what is to be padded is too long; `.internalComponent` when OpenSSL fails.
  package func verify(
    _ signature: UnsafeRawBufferPointer, of input: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> Bool {
    guard supports(algorithm, for: .verify) else { throw Self.unsupported }
    switch algorithm {
    case .rsaSignatureRaw:
      guard !isPrivate else { return false }
      // Apple compares without the zeros that the block begins with: input that begins with one is
      // never found right.
      return try recoverBlock(signature).map { $0.drop { $0 == 0 }.elementsEqual(input) } ?? false
    case .rsaSignaturePKCS1(nil, _):
      let block = try paddedForSignature(input)
      // As Apple compares. OpenSSL finds no signature of nothing right.
      guard !isPrivate else { return false }
      return try recoverBlock(signature) == block
    case .rsaSignaturePKCS1(let hash?, let kind):
      return try verify(signature, digest(input, hash, kind), .pkcs1(hash))
    case .rsaSignaturePSS(let hash, let kind):
      return try verify(signature, digest(input, hash, kind), .pss(hash))
    case .ecdsa(.x962, let hash, let kind):
      return try verify(signature, digest(input, hash, kind), .ecdsa)
    case .ecdsa(.rfc4754, let hash, let kind):
      let digest = try digest(input, hash, kind)
      guard let numbers = ECDSASignature(fixedWidth: signature, blockByteCount) else {
        return false
      }
      return try numbers.der.withBytes { der throws(KeychainError) in
        try verify(der, digest, .ecdsa)
      }
    default: throw Self.unsupported
    }
  }

  /// The block of PKCS#1 v1.5, of type 1, around the input.
  ///
  /// - Throws: `.parameter` for input that is too long.
  private func paddedForSignature(
    _ input: UnsafeRawBufferPointer
  ) throws(KeychainError) -> [UInt8] {
    let count = blockByteCount - Self.pkcs1PaddingByteCount - input.count
    guard count >= 0 else {
      throw KeychainError(.parameter, "the input is longer than the padding leaves room for")
    }
    return [0, 1] + [UInt8](repeating: 0xFF, count: 8 + count) + [0] + Array(input)
  }

  private func verify(
    _ signature: UnsafeRawBufferPointer, _ input: [UInt8], _ padding: KeyContext.SignaturePadding
  ) throws(KeychainError) -> Bool {
    // A private key says that it verifies, and never finds a signature right
    // (keys-and-certificates 1.9).
    guard !isPrivate, let bytes = signature.bytes else { return false }
    return try contexts.use(pointer, .verify(padding)) { context throws(KeychainError) in
      let result = input.withUnsafeBufferPointer { input in
        withUnsafePointer(to: UInt8(0)) {
          EVP_PKEY_verify(context, bytes, signature.count, input.baseAddress ?? $0, input.count)
        }
      }
      // What OpenSSL calls an error is a signature that is none, a wrong one, or input that the
      // padding has no room for.
      if result != 1 { ERR_clear_error() }
      return result == 1
    }
  }

  /// The block that a raw signature was made of; nil when the signature is no number below the
  /// modulus.
  func recoverBlock(_ signature: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8]? {
    guard signature.count == blockByteCount, let bytes = signature.bytes else { return nil }
    return try contexts.use(pointer, .recover) { context throws(KeychainError) in
      var block = [UInt8](repeating: 0, count: blockByteCount)
      var count = block.count
      guard EVP_PKEY_verify_recover(context, &block, &count, bytes, signature.count) == 1,
        count == block.count
      else {
        ERR_clear_error()
        return nil
      }
      return block
    }
  }
}
