import Foundation

/// Encodings in which other programs wrap the bytes of a key.
enum KeyForms {
  private static func element(_ tag: UInt8, _ content: Data) -> Data {
    let count = content.count
    let length: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
      }
    return Data([tag] + length) + content
  }

  private static let rsaEncryption = Data([
    0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
  ])

  private static let p256 = Data([
    0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
    0xCE, 0x3D, 0x03, 0x01, 0x07,
  ])

  /// Returns the `SubjectPublicKeyInfo` of a public key.
  static func rsaPublicKeyInfo(_ key: Data) -> Data {
    element(0x30, rsaEncryption + element(0x03, Data([0]) + key))
  }

  /// Returns the PKCS#8 `PrivateKeyInfo` of an RSA private key.
  static func rsaPrivateKeyInfo(_ key: Data) -> Data {
    element(0x30, Data([0x02, 0x01, 0x00]) + rsaEncryption + element(0x04, key))
  }

  /// Returns the `SubjectPublicKeyInfo` of a public key.
  static func p256PublicKeyInfo(_ point: Data) -> Data {
    element(0x30, p256 + element(0x03, Data([0]) + point))
  }
}
