package import KeychainModel

/// The name and the uses for which a certificate or an identity is preferred. It does not contain the
/// certificate.
///
/// A preference is stored as a generic password without a secret. The service is the name. The account
/// contains the kind and the uses, so that each combination has its own item. The type is the code of the
/// kind. `kSecAttrGeneric` is the persistent reference of the certificate or identity.
package struct CertificatePreference: Sendable {
  /// The kind of preferred object. The raw value is the type code of the item.
  package enum Kind: String, Sendable, CaseIterable {
    case identity = "iprf"
    case certificate = "cprf"

    package var itemClass: ItemClass {
      switch self {
      case .identity: .identity
      case .certificate: .certificate
      }
    }

    fileprivate var words: String {
      switch self {
      case .identity: "identity preference"
      case .certificate: "certificate preference"
      }
    }
  }

  package let kind: Kind
  package let name: String
  package let usage: PreferenceUsage

  /// - Throws: `.parameter` for an empty name and for unknown uses.
  package init(
    _ kind: Kind, for name: String, _ usage: PreferenceUsage
  ) throws(KeychainError) {
    guard !name.isEmpty else { throw KeychainError(.parameter, "the name is empty") }
    guard usage.isKnown else { throw KeychainError(.parameter, "there is no such use of a key") }
    self.kind = kind
    self.name = PreferenceName.kept(name)
    self.usage = usage
  }

  /// The attributes that identify the item of the preference.
  var attributes: AttributeSet {
    var attributes = Self.attributes(kind, name)
    attributes.append(.account, .string("\(kind.words), usage \(usage.rawValue)"))
    return attributes
  }

  /// The attributes of all preferences for a name.
  static func attributes(_ kind: Kind, _ name: String) -> AttributeSet {
    AttributeSet([.service: .string(name), .type: type(of: kind)])
  }

  private static func type(of kind: Kind) -> AttributeValue {
    .number(Int64(FourCharacterCode(literal: kind.rawValue).rawValue))
  }

  /// Whether an item is a preference instead of a password.
  package static func isOne(_ item: Item) -> Bool {
    item.itemClass == .genericPassword && item.secret == nil
      && Kind.allCases.contains { kind in
        item.attributes[.type] == type(of: kind) && usage(of: item, kind) != nil
      }
  }

  /// The uses in an item's account. Nil when the account does not contain them.
  static func usage(of item: Item, _ kind: Kind) -> PreferenceUsage? {
    guard let account = item.attributes[.account]?.text, account.hasPrefix(kind.words) else {
      return nil
    }
    let digits = account.utf8.split(separator: UInt8(ascii: " ")).last ?? ""[...].utf8
    let usage = UInt32(String(decoding: digits, as: UTF8.self)).map(PreferenceUsage.init(rawValue:))
    return usage?.isKnown == true ? usage : nil
  }
}
