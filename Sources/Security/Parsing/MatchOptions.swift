import CertificateTrust
import Foundation
import Keychain
import KeychainModel
import X509Certificates

/// The values of the `kSecMatch…` keys of a dictionary (specification: secitem 3.2).
struct MatchOptions {
  enum Limit: Equatable {
    case all
    case count(Int)
  }

  /// Whether the value of `kSecMatchIssuers` is not an array, or is an array in which no member is data. A search
  /// ignores such a value. An update or a delete fails.
  private(set) var hasUnusableIssuers = false

  private(set) var limit: Limit?
  private(set) var itemList: [ItemReference]?
  private(set) var hostOrSubdomain: String?

  /// The keychains that the call uses; nil if the dictionary names no keychains.
  private(set) var searchList: [KeychainPath]?

  /// The filters on certificates; nil if the dictionary contains no such filter.
  private(set) var certificates: CertificateOptions?

  /// The keys in the dictionary that filter certificates, and that a query for passwords or keys refuses:
  /// `kSecMatchIssuers` and `kSecMatchPolicy`.
  private(set) var refusedFilters: [String] = []

  /// The keys in the dictionary that filter certificates, and that a search for passwords or keys ignores.
  private(set) var ignoredFilters: [String] = []

  /// The unknown `kSecMatch…` keys. A search ignores unknown keys.
  private(set) var unknownKeys: [String] = []

  mutating func read(_ key: String, _ value: Any) throws(KeychainError) {
    switch key {
    case "m_Limit":
      limit = try Self.limit(value)
    case "m_ItemList":
      itemList = try ItemList.references(in: value, key)
    case "m_SearchList":
      guard value is [Any] else { throw KeychainError(.parameter, "kSecMatchSearchList takes an array of keychains") }
      let paths = try SecKeychain.paths(in: value, "kSecMatchSearchList")
      guard !paths.isEmpty else { throw KeychainError(.parameter, "kSecMatchSearchList names no keychain") }
      searchList = paths
    case "m_HostOrSubdomainOfHost":
      hostOrSubdomain = try Self.string(key, value)
    case "m_Policy":
      guard let policy = value as? SecPolicy else {
        throw KeychainError(.parameter, "kSecMatchPolicy takes a SecPolicy")
      }
      edit { $0.policy = policy.policy }
      refusedFilters.append(key)
    case "m_Issuers": readIssuers(key, value)
    case "m_ValidOnDate":
      switch try ItemDictionary.property(key, value) {
      case .date(let date): edit { $0.filter.validity = date }
      case .null: edit { $0.filter.validity = Date().timeIntervalSinceReferenceDate }
      default: throw KeychainError(.parameter, "\(key) takes a date, or null for now")
      }
      ignoredFilters.append(key)
    case "m_TrustedOnly":
      guard case .boolean(let truth) = try ItemDictionary.property(key, value) else {
        throw KeychainError(.parameter, "\(key) takes a Boolean")
      }
      if truth {
        edit { $0.isTrusted = true }
        ignoredFilters.append(key)
      }
    case "m_EmailAddressIfPresent":
      let address = try Self.string(key, value)
      edit { $0.filter.emailAddress = address }
      ignoredFilters.append(key)
    case "m_SubjectContains": try readSubject(.anywhere, key, value)
    case "m_SubjectStartsWith": try readSubject(.start, key, value)
    case "m_SubjectEndsWith": try readSubject(.end, key, value)
    case "m_SubjectWholeString": try readSubject(.whole, key, value)
    // These options control the comparison of subjects. They are not filters.
    case "m_CaseInsensitive": try readComparison(.caseInsensitive, key, value)
    case "m_DiacriticInsensitive": try readComparison(.diacriticInsensitive, key, value)
    case "m_WidthInsensitive": try readComparison(.widthInsensitive, key, value)
    default:
      _ = try ItemDictionary.property(key, value)
      unknownKeys.append(key)
    }
  }

  private mutating func edit(_ change: (CertificateOptions) -> Void) {
    let options = certificates ?? CertificateOptions()
    change(options)
    certificates = options
  }

  /// Reads the names of issuers. The function ignores members that are not valid names. If no member is data, the
  /// function ignores the option (specification: surprise S12).
  private mutating func readIssuers(_ key: String, _ value: Any) {
    guard let members = value as? [Any] else {
      hasUnusableIssuers = true
      return
    }
    let names: [[UInt8]] = members.compactMap { member in
      if case .data(let bytes) = PropertyValue(member) { bytes } else { nil }
    }
    guard !names.isEmpty else {
      hasUnusableIssuers = true
      return
    }
    let issuers = Set(
      names.compactMap { (try? DistinguishedName(der: $0))?.normalizedContent })
    edit {
      $0.filter.issuers = issuers
      $0.hasOnlyMalformedIssuers = issuers.isEmpty
    }
    refusedFilters.append(key)
  }

  private mutating func readSubject(
    _ place: SubjectCondition.Place, _ key: String, _ value: Any
  ) throws(KeychainError) {
    if case .string(let text) = try ItemDictionary.property(key, value) {
      edit { $0.filter.subject.append(SubjectCondition(place, text)) }
    } else {
      edit { $0.malformedKeys.append(key) }
    }
    ignoredFilters.append(key)
  }

  private mutating func readComparison(
    _ option: TextComparison, _ key: String, _ value: Any
  ) throws(KeychainError) {
    switch try ItemDictionary.property(key, value) {
    case .boolean(let truth): if truth { edit { $0.filter.comparison.insert(option) } }
    case .number(let number): if number != 0 { edit { $0.filter.comparison.insert(option) } }
    default: edit { $0.malformedKeys.append(key) }
    }
  }

  private static func limit(_ value: Any) throws(KeychainError) -> Limit {
    switch try ItemDictionary.property("kSecMatchLimit", value) {
    case .number(let number):
      guard number >= 0 else {
        throw KeychainError(.parameter, "kSecMatchLimit: a negative limit (D27)")
      }
      return .count(Int(clamping: number))
    case .string("m_LimitOne"): return .count(1)
    case .string("m_LimitAll"): return .all
    default: throw KeychainError(.parameter, "kSecMatchLimit takes a number, One or All")
    }
  }

  private static func string(_ key: String, _ value: Any) throws(KeychainError) -> String {
    guard case .string(let text) = try ItemDictionary.property(key, value) else {
      throw KeychainError(.parameter, "\(key) takes a string")
    }
    return text
  }
}

/// The values of the `kSecMatch…` keys that concern certificates. The object is made when the first such key is read,
/// because most dictionaries contain no such key.
final class CertificateOptions {
  var filter = CertificateFilter()

  /// Whether the chain of the certificate must end at a trusted authority.
  var isTrusted = false

  /// The policy that the certificate must satisfy.
  var policy: TrustPolicy?

  /// The evaluation that the certificate must pass; nil if the dictionary requires no evaluation.
  var evaluation: CertificateEvaluation? {
    guard isTrusted || policy != nil else { return nil }
    return CertificateEvaluation(isTrusted: isTrusted, policy: policy, date: filter.validity)
  }

  /// The keys that concern the comparison of subjects, and whose value has the wrong type. The wrong type is an error
  /// only in a request for certificates or identities.
  var malformedKeys: [String] = []

  /// Whether the value of `kSecMatchIssuers` contains data, but no valid name. A search ignores such a value. An update
  /// or a delete fails.
  var hasOnlyMalformedIssuers = false
}
