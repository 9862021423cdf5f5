@testable import AsymmetricKeys

/// Writes valid DER and almost valid DER.
enum TestDER {
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    switch count {
    case ..<0x80: return [tag, UInt8(count)] + content
    case ..<0x100: return [tag, 0x81, UInt8(count)] + content
    case ..<0x10000: return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
    default:
      return [tag, 0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        + content
    }
  }

  static func sequence(_ parts: [[UInt8]]) -> [UInt8] { element(0x30, Array(parts.joined())) }

  /// A non-negative INTEGER with the given big-endian bytes.
  static func number(_ digits: [UInt8]) -> [UInt8] {
    let digits = Array(digits.drop { $0 == 0 })
    return element(0x02, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits)
  }

  static func numbers(_ all: [[UInt8]]) -> [UInt8] { sequence(all.map(number)) }

  /// The numbers in a SEQUENCE of INTEGERs, without leading zeros.
  static func numbers(in bytes: [UInt8]) -> [[UInt8]] {
    func content(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
      var bytes = bytes.dropFirst()
      var count = Int(bytes.removeFirst())
      if count >= 0x80 {
        let digits = count & 0x7F
        count = bytes.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
        bytes = bytes.dropFirst(digits)
      }
      return (bytes.prefix(count), bytes.dropFirst(count))
    }
    var rest = content(bytes[...]).0
    var numbers: [[UInt8]] = []
    while !rest.isEmpty {
      let (number, others) = content(rest)
      numbers.append(Array(number.drop { $0 == 0 }))
      rest = others
    }
    return numbers
  }

  private static let rsaEncryption: [UInt8] = [
    0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]

  static func rsaPublicKeyInfo(_ key: [UInt8]) -> [UInt8] {
    sequence([rsaEncryption, element(0x03, [0] + key)])
  }

  static func rsaPrivateKeyInfo(_ key: [UInt8]) -> [UInt8] {
    sequence([[0x02, 0x01, 0x00], rsaEncryption, element(0x04, key)])
  }
}

extension TestDER {
  private static func identifier(_ curve: EllipticCurve) -> [UInt8] {
    switch curve {
    case .p192: element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x01])
    case .p224: element(0x06, [0x2B, 0x81, 0x04, 0x00, 0x21])
    case .p256: element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
    case .p384: element(0x06, [0x2B, 0x81, 0x04, 0x00, 0x22])
    case .p521: element(0x06, [0x2B, 0x81, 0x04, 0x00, 0x23])
    }
  }

  static func ellipticCurvePublicKeyInfo(_ curve: EllipticCurve, _ point: [UInt8]) -> [UInt8] {
    let type = element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
    return sequence([sequence([type, identifier(curve)]), element(0x03, [0] + point)])
  }

  /// The SEC 1 encoding of a private key that is given as `04 ‖ X ‖ Y ‖ K`.
  static func ellipticCurvePrivateKey(_ curve: EllipticCurve, _ bytes: [UInt8]) -> [UInt8] {
    let point = Array(bytes.prefix(curve.pointByteCount))
    return sequence([
      [0x02, 0x01, 0x01], element(0x04, Array(bytes.dropFirst(point.count))),
      element(0xA0, identifier(curve)), element(0xA1, element(0x03, [0] + point)),
    ])
  }
}
