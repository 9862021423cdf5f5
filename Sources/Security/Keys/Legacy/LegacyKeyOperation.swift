import Foundation
import KeychainModel
import AsymmetricKeys

/// Contains the helpers of the older key functions. The helpers convert paddings to algorithms, and read and write the
/// caller's memory.
enum LegacyKeyOperation {
  static func key(_ key: SecKey) throws(KeychainError) -> AsymmetricKey {
    guard case .asymmetric(let key) = key.material else {
      throw KeychainError(.parameter, "a symmetric key does not do this")
    }
    return key
  }

  static func input(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) throws(KeychainError) -> UnsafeRawBufferPointer {
    guard count >= 0 else { throw KeychainError(.parameter, "a length is negative") }
    return UnsafeRawBufferPointer(start: bytes, count: count)
  }

  static func signature(
    _ padding: SecPadding, _ key: SecKey
  ) throws(KeychainError) -> KeyAlgorithm {
    if case .ellipticCurve = try self.key(key).kind {
      return .ecdsa(padding == .sigRaw ? .rfc4754 : .x962, nil, of: .digest)
    }
    switch padding {
    case []: return .rsaSignatureRaw
    case .PKCS1: return .rsaSignaturePKCS1(nil, of: .digest)
    case .PKCS1SHA1: return .rsaSignaturePKCS1(.sha1, of: .digest)
    case .PKCS1SHA224: return .rsaSignaturePKCS1(.sha224, of: .digest)
    case .PKCS1SHA256: return .rsaSignaturePKCS1(.sha256, of: .digest)
    case .PKCS1SHA384: return .rsaSignaturePKCS1(.sha384, of: .digest)
    case .PKCS1SHA512: return .rsaSignaturePKCS1(.sha512, of: .digest)
    default: throw KeychainError(.parameter, "the padding is none for signatures")
    }
  }

  static func encryption(_ padding: SecPadding) throws(KeychainError) -> KeyAlgorithm {
    switch padding {
    case []: return .rsaEncryptionRaw
    case .PKCS1: return .rsaEncryptionPKCS1
    case .OAEP: return .rsaEncryptionOAEP(.sha1)
    default: throw KeychainError(.parameter, "the padding is none for encryption")
    }
  }

  /// Writes a result into the caller's memory if the memory is large enough. Returns the status of the call.
  static func write(
    _ output: UnsafeMutablePointer<UInt8>, _ room: UnsafeMutablePointer<Int>,
    _ body: () throws(KeychainError) -> [UInt8]
  ) -> OSStatus {
    ErrorBoundary.status { () throws(KeychainError) in
      let result = try body()
      guard room.pointee >= result.count else {
        throw KeychainError(.parameter, "the room for the result is too small")
      }
      output.update(from: result, count: result.count)
      room.pointee = result.count
      return errSecSuccess
    }
  }
}
