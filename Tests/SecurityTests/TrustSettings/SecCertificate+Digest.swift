import COpenSSL
import Foundation
import Security

extension SecCertificate {
  /// The SHA-1 digest in hexadecimal digits. Trust settings identify a certificate by this digest.
  var sha1Digits: String {
    let bytes = Array(data)
    var digest = [UInt8](repeating: 0, count: 20)
    SHA1(bytes, bytes.count, &digest)
    return digest.map { String(format: "%02X", $0) }.joined()
  }
}
