package import KeychainModel

/// The name and the uses for which a certificate or an identity is preferred. The preference does not contain the
/// certificate.
///
/// A preference is stored as a generic password without a secret. The service attribute is the name. The account
/// attribute contains the kind and the uses, so that each combination has its own item. The type attribute is the code
/// of the kind. `kSecAttrGeneric` is the persistent reference of the certificate or identity.
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

  /// The uses that the account attribute of an item contains; nil when the account contains no known uses.
  static func usage(of item: Item, _ kind: Kind) -> PreferenceUsage? {
    guard let account = item.attributes[.account]?.text, account.hasPrefix(kind.words) else {
      return nil
    }
    let digits = account.utf8.split(separator: UInt8(ascii: " ")).last ?? ""[...].utf8
    let usage = UInt32(String(decoding: digits, as: UTF8.self)).map(PreferenceUsage.init(rawValue:))
    return usage?.isKnown == true ? usage : nil
  }
}

/// The uses of a key for which a certificate or identity is preferred, as bits of CDSA (`CSSM_KEYUSE`). The empty set
/// means all uses.
package struct PreferenceUsage: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  /// CDSA has a separate bit that means all uses. This bit is converted to the empty set.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue & Self.anyUse == 0 ? rawValue : 0
  }

  package static let encrypt = PreferenceUsage(rawValue: 1 << 0)
  package static let decrypt = PreferenceUsage(rawValue: 1 << 1)
  package static let sign = PreferenceUsage(rawValue: 1 << 2)
  package static let verify = PreferenceUsage(rawValue: 1 << 3)
  package static let signRecover = PreferenceUsage(rawValue: 1 << 4)
  package static let verifyRecover = PreferenceUsage(rawValue: 1 << 5)
  package static let wrap = PreferenceUsage(rawValue: 1 << 6)
  package static let unwrap = PreferenceUsage(rawValue: 1 << 7)
  package static let derive = PreferenceUsage(rawValue: 1 << 8)

  private static let anyUse: UInt32 = 1 << 31

  /// Whether every bit is a known use.
  package var isKnown: Bool { rawValue < 1 << 9 }

  /// The rank of a preference for these uses in a request for the uses `asked`. A lower rank is better; nil means that
  /// the preference does not fit. A request without uses accepts every preference.
  func rank(for asked: PreferenceUsage) -> Int? {
    if self == asked { return 0 }
    if asked.isEmpty { return 3 }
    if isEmpty { return 2 }
    return isSuperset(of: asked) ? 1 : nil
  }
}
