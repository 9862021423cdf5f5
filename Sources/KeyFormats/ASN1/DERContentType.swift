import AsymmetricKeys
import KeychainModel

/// The type of a DER structure. The first tags of the structure determine the type.
enum DERContentType {
  case privateKeyInfo
  case encryptedPrivateKeyInfo
  case subjectPublicKeyInfo
  case rsaPrivateKey
  case rsaPublicKey
  case ellipticCurvePrivateKey
  case certificate
  case pkcs7
  case pkcs12

  /// Returns nil when the bytes are none of these structures, or when other bytes follow the structure.
  init?(_ bytes: [UInt8]) {
    var reader = DERReader(bytes[...])
    guard var content = try? reader.read(.sequence), reader.rest.isEmpty else { return nil }
    let first = content.rest.first
    guard
      let shape =
        first == DERTag.integer.rawValue
        ? Self.numbered(&content)
        : first == DERTag.sequence.rawValue
          ? Self.described(&content)
          : first == DERTag.objectIdentifier.rawValue ? .pkcs7 : nil
    else { return nil }
    self = shape
  }

  /// The type of a structure that begins with a number. The number is usually a version.
  private static func numbered(_ content: inout DERReader) -> DERContentType? {
    guard let number = try? content.readNumber(), let second = content.rest.first else {
      return nil
    }
    switch second {
    case DERTag.sequence.rawValue: return number.elementsEqual([3]) ? .pkcs12 : .privateKeyInfo
    case DERTag.octetString.rawValue: return .ellipticCurvePrivateKey
    case DERTag.integer.rawValue:
      guard (try? content.readNumber()) != nil else { return nil }
      return content.rest.isEmpty ? .rsaPublicKey : .rsaPrivateKey
    default: return nil
    }
  }

  /// The type of a structure that begins with a sequence. The sequence is an algorithm identifier, or the signed part
  /// of a certificate.
  private static func described(_ content: inout DERReader) -> DERContentType? {
    guard (try? content.read(.sequence)) != nil else { return nil }
    switch content.rest.first {
    case DERTag.octetString.rawValue: return .encryptedPrivateKeyInfo
    case DERTag.bitString.rawValue: return .subjectPublicKeyInfo
    case DERTag.sequence.rawValue: return .certificate
    default: return nil
    }
  }
}
