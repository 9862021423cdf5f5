import Foundation
import Security

/// An authority that has the name of a certificate's issuer, but not the issuer's key. This authority has signed
/// nothing, so no certificate may be trusted because of it.
enum ForeignAnchor {
  /// Returns the certificate of the authority; nil if the name of the issuer makes the certificate unreadable.
  static func certificate(issuerOf certificate: SecCertificate) -> SecCertificate? {
    guard let name = SecCertificateCopyNormalizedIssuerSequence(certificate) else { return nil }
    let algorithm = element(0x30, hex("06082a8648ce3d040302"))
    let validity = element(
      0x30, element(0x17, Array("000101000000Z".utf8)) + element(0x17, Array("491231235959Z".utf8)))
    let content = element(
      0x30,
      hex("a003020102020101") + algorithm + Array(name as Data) + validity + Array(name as Data)
        + key + hex("a3133011300f0603551d130101ff040530030101ff"))
    let signature = element(0x03, [0] + hex("3006020101020101"))
    return SecCertificateCreateWithData(
      nil, Data(element(0x30, content + algorithm + signature)) as CFData)
  }

  /// A public key on P-256. Its private key is unknown.
  private static let key = hex(
    "3059301306072a8648ce3d020106082a8648ce3d030107034200048e6a5f12e7a14265e6d2d45746f524fed2a8c275"
      + "1cfd5cc2772f99a8362efca7df8242440bb7bb265aa0eab885640105e131ebc4afd8b281cacbdaf6eeb013c5")

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let digits = withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0.drop { $0 == 0 }) }
    return [tag]
      + (content.count < 0x80 ? [UInt8(content.count)] : [0x80 | UInt8(digits.count)] + digits)
      + content
  }

  private static func hex(_ text: String) -> [UInt8] {
    var digits = Substring(text)
    var bytes: [UInt8] = []
    while let byte = UInt8(digits.prefix(2), radix: 16) {
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    return bytes
  }
}
