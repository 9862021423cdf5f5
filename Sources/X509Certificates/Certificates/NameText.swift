import AsymmetricKeys
import KeychainModel

/// Decodes the string types of ASN.1 as Apple does (keys-and-certificates 2.4).
enum NameText {
  /// Returns nil for other types, and for bytes that are invalid in the type.
  static func decode(_ bytes: [UInt8], tag: UInt8) -> String? {
    guard let tag = DERTag(rawValue: tag) else { return nil }
    switch tag {
    case .utf8String, .universalString, .generalString:
      return String(validating: trimmed(bytes), as: UTF8.self)
    case .printableString, .ia5String, .numericString:
      let bytes = trimmed(bytes)
      return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    case .teletexString, .videotexString, .visibleString:
      return String(String.UnicodeScalarView(trimmed(bytes).map { Unicode.Scalar($0) }))
    case .bmpString:
      guard bytes.count % 2 == 0 else { return nil }
      let units = stride(from: 0, to: bytes.count, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(validating: units, as: UTF16.self)
    default: return nil
    }
  }

  /// The bytes without a zero at the end. Some writers encode the terminator of a C string.
  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.last == 0 ? bytes.dropLast() : bytes[...]
  }
}
