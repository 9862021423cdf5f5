import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Whether a signature belongs to `input`. The algorithm determines whether `input` is a message or a digest.
  ///
  /// The result is false for a malformed signature and for a signature with a wrong length.
  ///
  /// - Throws: `.parameter` when the key does not support the algorithm, a digest has the wrong length, or `input` is
  ///   too long for the padding; `.internalComponent` when OpenSSL fails.
  package func verify(
    _ signature: UnsafeRawBufferPointer, of input: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> Bool {
    guard supports(algorithm, for: .verify) else { throw Self.unsupported }
    switch algorithm {
    case .rsaSignatureRaw:
      guard !isPrivate else { return false }
      // As on Apple's platforms, leading zeros of the recovered block are ignored, but leading zeros of `input` are not
      // ignored. Therefore an `input` with a leading zero never matches.
      return try recoverBlock(signature).map { $0.drop { $0 == 0 }.elementsEqual(input) } ?? false
    case .rsaSignaturePKCS1(nil, _):
      let block = try paddedForSignature(input)
      // Compares the block of the signature with the expected block, as Apple does. OpenSSL's own verification would
      // reject every signature of empty input.
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

  /// The PKCS#1 v1.5 block of type 1 around the input.
  ///
  /// - Throws: `.parameter` when the input is too long.
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
    // A private key reports that it supports verification, but treats every signature as wrong (specification:
    // keys-and-certificates 1.9).
    guard !isPrivate, let bytes = signature.bytes else { return false }
    return try contexts.use(pointer, .verify(padding)) { context throws(KeychainError) in
      let result = input.withUnsafeBufferPointer { input in
        withUnsafePointer(to: UInt8(0)) {
          EVP_PKEY_verify(context, bytes, signature.count, input.baseAddress ?? $0, input.count)
        }
      }
      // A result other than 1 means a malformed signature, a wrong signature, or input that is too long for the
      // padding.
      if result != 1 { ERR_clear_error() }
      return result == 1
    }
  }

  /// The block from which a raw signature was computed. Returns nil when the signature is not less than the modulus.
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
