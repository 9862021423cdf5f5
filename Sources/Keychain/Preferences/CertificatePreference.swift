package import KeychainModel

/// Which certificate, or identity, is preferred for a name: what it is for, without the certificate.
///
/// A preference is kept as a generic password without a secret. Its service is the name, its account says
/// what it is and for which uses, so that there is one for each; its type is a code; `kSecAttrGeneric` is the
/// persistent reference of the certificate or the identity.
package struct CertificatePreference: Sendable {
  /// The raw value is the code that the item has as its type.
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

  /// - Throws: `.parameter` for an empty name and for uses that there are not.
  package init(
    _ kind: Kind, for name: String, _ usage: PreferenceUsage
  ) throws(KeychainError) {
    guard !name.isEmpty else { throw KeychainError(.parameter, "the name is empty") }
    guard usage.isKnown else { throw KeychainError(.parameter, "there is no such use of a key") }
    self.kind = kind
    self.name = PreferenceName.kept(name)
    self.usage = usage
  }

  /// The attributes by which the item of the preference is known.
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

  /// Whether an item is a preference, and no password.
  package static func isOne(_ item: Item) -> Bool {
    item.itemClass == .genericPassword && item.secret == nil
      && Kind.allCases.contains { kind in
        item.attributes[.type] == type(of: kind) && usage(of: item, kind) != nil
      }
  }

  /// What an item is a preference for; nil when its account does not say.
  static func usage(of item: Item, _ kind: Kind) -> PreferenceUsage? {
    guard let account = item.attributes[.account]?.text, account.hasPrefix(kind.words) else {
      return nil
    }
    let digits = account.utf8.split(separator: UInt8(ascii: " ")).last ?? ""[...].utf8
    let usage = UInt32(String(decoding: digits, as: UTF8.self)).map(PreferenceUsage.init(rawValue:))
    return usage?.isKnown == true ? usage : nil
  }
}
