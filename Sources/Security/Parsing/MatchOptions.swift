import Foundation
import Keychain
import KeychainModel

/// The `kSecMatch…` keys of a dictionary (secitem 3.2).
struct MatchOptions {
  enum Limit: Equatable {
    case all
    case count(Int)
  }

  private(set) var limit: Limit?
  private(set) var itemList: [ItemReference]?
  private(set) var hostOrSubdomain: String?

  /// Filters on certificates that a search of other classes refuses: issuers and policy.
  private(set) var refusedFilters: [String] = []

  /// Filters on certificates that a search of other classes ignores.
  private(set) var ignoredFilters: [String] = []

  /// Keys that are not known at all: a search ignores them.
  private(set) var unknownKeys: [String] = []

  mutating func read(_ key: String, _ value: Any) throws(KeychainError) {
    switch key {
    case "m_Limit":
      limit = try Self.limit(value)
    case "m_ItemList":
      itemList = try ItemList.references(in: value, key)
    case "m_SearchList":
      guard let keychains = value as? [Any], !keychains.isEmpty,
        keychains.allSatisfy({ ($0 as? SecKeychain)?.isMissing == false })
      else {
        throw KeychainError(
          .parameter, "kSecMatchSearchList takes a list of the one keychain there is (D9)")
      }
    case "m_HostOrSubdomainOfHost":
      hostOrSubdomain = try Self.string(key, value)
    case "m_Policy":
      throw KeychainError(.parameter, "kSecMatchPolicy takes a SecPolicy")
    case "m_Issuers":
      // Without any name in it the key is ignored.
      if let names = value as? [Any], names.contains(where: { $0 is Data }) {
        refusedFilters.append(key)
      }
    case "m_ValidOnDate":
      switch try ItemDictionary.property(key, value) {
      case .date, .null: ignoredFilters.append(key)
      default: throw KeychainError(.parameter, "\(key) takes a date, or null for now")
      }
    case "m_TrustedOnly":
      guard case .boolean(let truth) = try ItemDictionary.property(key, value) else {
        throw KeychainError(.parameter, "\(key) takes a Boolean")
      }
      if truth { ignoredFilters.append(key) }
    case "m_EmailAddressIfPresent":
      _ = try Self.string(key, value)
      ignoredFilters.append(key)
    case "m_SubjectContains", "m_SubjectStartsWith", "m_SubjectEndsWith", "m_SubjectWholeString":
      _ = try ItemDictionary.property(key, value)
      ignoredFilters.append(key)
    case "m_CaseInsensitive", "m_DiacriticInsensitive", "m_WidthInsensitive":
      // How a subject is compared: no filter by itself.
      _ = try ItemDictionary.property(key, value)
    default:
      _ = try ItemDictionary.property(key, value)
      unknownKeys.append(key)
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
