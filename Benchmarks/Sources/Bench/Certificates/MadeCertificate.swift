import Foundation
import Security

/// Creates certificates that one authority issues for numbered hosts.
struct MadeCertificate {
  private let key: SecKey
  private let point: [UInt8]

  static let authority = "Bench Authority"

  init() {
    let parameters =
      [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as CFDictionary
    guard let key = SecKeyCreateRandomKey(parameters, nil), let own = SecKeyCopyPublicKey(key),
      let point = SecKeyCopyExternalRepresentation(own, nil)
    else { fail("no key is made") }
    self.key = key
    self.point = [UInt8](point as Data)
  }

  static func host(_ number: Int) -> String { "host-\(number).example.com" }

  /// The name of the authority, as an issuer for `kSecMatchIssuers`.
  var authorityName: Data { Data(Self.name(Self.authority)) }

  /// Returns a TLS server certificate for the host with a number. All certificates have the same key.
  func certificate(_ number: Int) -> SecCertificate {
    let host = Self.host(number)
    let serial = withUnsafeBytes(of: UInt32(number + 1).bigEndian) { [UInt8(1)] + $0 }
    let algorithm = Self.element(0x30, [0x06, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2])
    let kind: [UInt8] = [6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1, 6, 8]
    let curve: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
    var content = Self.element(0xA0, [2, 1, 2]) + Self.element(2, serial) + algorithm
    content += Self.name(Self.authority)
    content += Self.element(
      0x30, Self.element(0x17, "250101000000Z") + Self.element(0x17, "450101000000Z"))
    content += Self.name(host)
    content += Self.element(0x30, Self.element(0x30, kind + curve) + Self.element(3, [0] + point))
    let names = Self.element(0x30, Self.element(0x82, Array(host.utf8)))
    let uses = Self.element(0x30, [6, 8, 0x2B, 6, 1, 5, 5, 7, 3, 1])
    content += Self.element(
      0xA3,
      Self.element(
        0x30,
        Self.element(0x30, [6, 3, 0x55, 0x1D, 0x11] + Self.element(4, names))
          + Self.element(0x30, [6, 3, 0x55, 0x1D, 0x25] + Self.element(4, uses))))
    let signed = Self.element(0x30, content)
    guard
      let signature = SecKeyCreateSignature(
        key, .ecdsaSignatureMessageX962SHA256, Data(signed) as NSData, nil),
      let certificate = SecCertificateCreateWithData(
        nil,
        Data(
          Self.element(
            0x30, signed + algorithm + Self.element(3, [0] + [UInt8](signature as Data))))
          as NSData)
    else { fail("no certificate is made") }
    return certificate
  }

  private static func name(_ text: String) -> [UInt8] {
    element(0x30, element(0x31, element(0x30, [6, 3, 0x55, 4, 3] + element(0x0C, text))))
  }

  private static func element(_ tag: UInt8, _ text: String) -> [UInt8] {
    element(tag, Array(text.utf8))
  }

  /// Returns a DER element. Its length has the shortest form.
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    switch count {
    case ..<0x80: return [tag, UInt8(count)] + content
    case ..<0x100: return [tag, 0x81, UInt8(count)] + content
    default: return [tag, 0x82, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)] + content
    }
  }
}
