import COpenSSL
import KeychainModel
import OpenSSLSupport

/// The common code of the digests.
enum Digest {
  static func compute(
    _ algorithm: OpaquePointer?, _ bytes: UnsafeRawBufferPointer, byteCount: Int,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    guard output.count == byteCount else {
      throw KeychainError(.parameter, "a digest has \(byteCount) bytes, not \(output.count)")
    }
    guard let algorithm,
      EVP_Digest(bytes.baseAddress, bytes.count, output.bytes, nil, algorithm, nil) == 1
    else { throw openSSLFailure("compute a digest") }
  }

  static func compute(
    _ algorithm: OpaquePointer?, _ bytes: UnsafeRawBufferPointer, byteCount: Int
  ) throws(KeychainError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: byteCount)
    try result.withMutableBytes { output throws(KeychainError) in
      try compute(algorithm, bytes, byteCount: byteCount, into: output)
    }
    return result
  }
}
