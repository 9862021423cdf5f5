import AsymmetricKeys
import Glibc
import KeychainModel

/// A general name: the type of the alternative names of a subject and an issuer (RFC 5280, 4.2.1.6).
struct GeneralName {
  let tag: UInt8
  let content: DERReader

  /// The general name as a property. The label is the kind of the name. The value is a text, or the raw bytes if the
  /// name is not a text.
  var property: CertificateProperty {
    let bytes = Array(content.rest)
    switch DERTag(rawValue: tag) {
    case .implicit1: return CertificateProperty("Email Address", Self.text(bytes))
    case .implicit2: return CertificateProperty("DNS Name", Self.text(bytes))
    case .implicit6: return CertificateProperty("URI", Self.text(bytes))
    case .implicit7:
      let text = Self.addressText(bytes)
      return CertificateProperty("IP Address", text.map { .string($0) } ?? .data(bytes))
    case .implicit8:
      return CertificateProperty("Registered ID", .string(Certificate.identifierText(bytes)))
    case .explicit4:
      var reader = content
      if let name = try? reader.read(.sequence), reader.isAtEnd,
        let names = try? DistinguishedName(content: name)
      {
        return CertificateProperty("Directory Name", names.section)
      }
      return CertificateProperty("Directory Name", .data(bytes))
    default: return CertificateProperty("Other Name", .data(bytes))
    }
  }

  private static func text(_ bytes: [UInt8]) -> CertificateProperty.Value {
    NameText.decode(bytes, tag: DERTag.ia5String.rawValue).map { .string($0) } ?? .data(bytes)
  }

  /// The text of an IP address; nil unless `bytes` has 4 or 16 bytes.
  private static func addressText(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
