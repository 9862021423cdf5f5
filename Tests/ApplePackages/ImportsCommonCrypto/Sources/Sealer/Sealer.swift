// swift-format-ignore-file: NeverForceUnwrap
import CFingerprint
import CommonCrypto
import Foundation

/// Encrypts and decrypts data with a password.
public struct Sealer {
  private let key: Data

  /// An error of a CommonCrypto function.
  public struct Failure: Error, Equatable {
    /// The status that the function returned.
    public let status: CCCryptorStatus
  }

  /// Creates a sealer with a key that is derived from a password.
  public init(password: String, salt: Data) throws {
    var derived = Data(count: kCCKeySizeAES256)
    let count = derived.count
    let status = derived.withUnsafeMutableBytes { derivedBytes in
      salt.withUnsafeBytes { saltBytes in
        CCKeyDerivationPBKDF(
          CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count,
          saltBytes.bindMemory(to: UInt8.self).baseAddress!, salt.count,
          CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 1000,
          derivedBytes.bindMemory(to: UInt8.self).baseAddress!, count)
      }
    }
    guard status == kCCSuccess else { throw Failure(status: status) }
    key = derived
  }

  private func crypt(_ operation: Int, _ data: Data, iv: Data) throws -> Data {
    var output = [UInt8](repeating: 0, count: data.count + kCCBlockSizeAES128)
    var moved = 0
    let status = CCCrypt(
      CCOperation(operation), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding),
      [UInt8](key), key.count, [UInt8](iv), [UInt8](data), data.count, &output, output.count, &moved
    )
    guard status == Int32(kCCSuccess) else { throw Failure(status: status) }
    return Data(output.prefix(moved))
  }

  /// Encrypts data. Returns the initialization vector, the ciphertext and an HMAC.
  public func seal(_ data: Data) throws -> Data {
    var iv = [UInt8](repeating: 0, count: kCCBlockSizeAES128)
    guard CCRandomGenerateBytes(&iv, iv.count) == kCCSuccess else { throw Failure(status: -1) }
    let sealed = Data(iv) + (try crypt(kCCEncrypt, data, iv: Data(iv)))
    return sealed + authentication(of: sealed)
  }

  /// Decrypts data that `seal` has encrypted.
  public func open(_ sealed: Data) throws -> Data {
    let body = sealed.dropLast(Int(CC_SHA256_DIGEST_LENGTH))
    guard authentication(of: Data(body)) == sealed.suffix(Int(CC_SHA256_DIGEST_LENGTH)) else {
      throw Failure(status: CCCryptorStatus(kCCDecodeError))
    }
    return try crypt(
      kCCDecrypt, Data(body.dropFirst(kCCBlockSizeAES128)),
      iv: Data(body.prefix(kCCBlockSizeAES128)))
  }

  private func authentication(of data: Data) -> Data {
    var mac = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    data.withUnsafeBytes { bytes in
      key.withUnsafeBytes { key in
        CCHmac(
          CCHmacAlgorithm(kCCHmacAlgSHA256), key.baseAddress, key.count, bytes.baseAddress,
          bytes.count, &mac)
      }
    }
    return Data(mac)
  }

  /// Returns the SHA-256 of a text in hexadecimal digits.
  public static func digest(of text: String) -> String {
    let data = text.data(using: .utf8)!
    var hash = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    data.withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(data.count), &hash) }
    return hash.map { String(format: "%02x", $0) }.joined()
  }

  /// Returns the SHA-1 of a text in hexadecimal digits. A C function computes the SHA-1.
  public static func fingerprint(of text: String) -> String {
    var digits = [CChar](repeating: 0, count: 41)
    CFingerprint.fingerprint(text, text.utf8.count, &digits)
    return String(cString: digits)
  }
}
