import COpenSSL
import Foundation
import Security

extension SecCertificate {
  /// Returns the same certificate with the second valid form of the P-256 signature: (r, n - s) instead of (r, s).
  func withTheOtherSignature() throws -> SecCertificate {
    var bytes = Array(data)
    // The signature is at the end of the certificate: a bit string with a sequence of two integers.
    guard
      let place = bytes.indices.last(where: { index in
        bytes[index] == 0x03 && index + 3 < bytes.count && bytes[index + 2] == 0
          && bytes[index + 3] == 0x30 && Int(bytes[index + 1]) == bytes.count - index - 2
      })
    else { throw MadeCertificate.Failure() }
    let signature = Array(bytes[(place + 3)...])
    let other = try signature.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      guard let parsed = d2i_ECDSA_SIG(nil, &start, buffer.count),
        let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1),
        let r = BN_dup(ECDSA_SIG_get0_r(parsed)), let s = BN_new()
      else { throw MadeCertificate.Failure() }
      defer {
        ECDSA_SIG_free(parsed)
        EC_GROUP_free(group)
      }
      BN_sub(s, EC_GROUP_get0_order(group), ECDSA_SIG_get0_s(parsed))
      ECDSA_SIG_set0(parsed, r, s)
      var result = [UInt8](repeating: 0, count: Int(i2d_ECDSA_SIG(parsed, nil)))
      result.withUnsafeMutableBufferPointer { buffer in
        var end = buffer.baseAddress
        _ = i2d_ECDSA_SIG(parsed, &end)
      }
      return result
    }
    // The outer header is written again, because the total length may change.
    let header = 4
    let content = Array(bytes[header..<place]) + MadeCertificate.element(0x03, [0] + other)
    bytes = MadeCertificate.element(0x30, content)
    guard let made = SecCertificateCreateWithData(nil, Data(bytes) as CFData) else {
      throw MadeCertificate.Failure()
    }
    return made
  }
}
