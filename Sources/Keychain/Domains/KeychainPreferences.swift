import KeychainModel
import PropertyLists

/// A domain of the preferences about keychains.
package enum KeychainDomain: Int32, Sendable, CaseIterable {
  case user = 0
  case system = 1
  case common = 2
  /// The keychains of tokens. This domain is always empty.
  case dynamic = 3
}

/// The preferences of one domain: the default keychain, the login keychain and the search list.
///
/// The file is a property list with the keys `DefaultKeychain`, `LoginKeychain`, `SearchList`, `SecretServiceAliases`
/// and `SecretServiceLabels`. A path that is not UTF-8 is stored as data. Unknown keys are kept.
package struct KeychainPreferences: Equatable, Sendable {
  /// A preference for one keychain.
  package enum Choice: Equatable, Sendable {
    /// Nothing was set. The login keychain is used if it exists.
    case automatic
    /// The keychain was removed, and no other keychain was set.
    case none
    /// The keychain at a path.
    case path([UInt8])
  }

  package var defaultKeychain = Choice.automatic
  package var loginKeychain = Choice.automatic
  /// The paths of the search list, in order; nil when no list was set.
  package var searchList: [[UInt8]]?
  /// The paths of the keychains to which programs gave aliases with the Secret Service, by alias.
  package var aliases: [String: [UInt8]] = [:]
  /// The labels that programs gave to keychains with the Secret Service, by the path of the keychain.
  package var labels: [String: String] = [:]

  private var unknown: [String: PropertyListValue] = [:]

  package init() {}

  /// The largest size of a file in bytes.
  static let largestByteCount = 1 << 20

  /// The largest number of keychains in a search list.
  package static let largestListCount = 1000

  /// Reads the content of a file.
  ///
  /// - Throws: `.notAvailable` when the content is damaged.
  init(file bytes: [UInt8], _ path: String) throws(KeychainError) {
    let damaged = KeychainError(
      .notAvailable,
      "\(path) is damaged, which contains the list of keychains. Put it back, or remove it to use the default list.",
      because: .fileDamaged)
    guard let value = try? PropertyListValue(file: bytes), case .dictionary(var entries) = value else { throw damaged }
    func choice(_ key: String) throws(KeychainError) -> Choice {
      guard let value = entries.removeValue(forKey: key) else { return .automatic }
      guard let path = Self.path(value) else { throw damaged }
      return path.isEmpty ? .none : .path(path)
    }
    defaultKeychain = try choice("DefaultKeychain")
    loginKeychain = try choice("LoginKeychain")
    if let value = entries.removeValue(forKey: "SearchList") {
      guard case .array(let members) = value, members.count <= Self.largestListCount else { throw damaged }
      var list: [[UInt8]] = []
      for member in members {
        guard let path = Self.path(member), !path.isEmpty else { throw damaged }
        list.append(path)
      }
      searchList = list
    }
    if let value = entries.removeValue(forKey: Self.aliasesKey) {
      guard case .dictionary(let members) = value, members.count <= Self.largestListCount else { throw damaged }
      for (alias, value) in members {
        guard let path = Self.path(value), !path.isEmpty else { throw damaged }
        aliases[alias] = path
      }
    }
    if let value = entries.removeValue(forKey: Self.labelsKey) {
      guard case .dictionary(let members) = value, members.count <= Self.largestListCount else { throw damaged }
      for (path, value) in members {
        switch value {
        case .string(let label): labels[path] = label
        case .data(let bytes): labels[path] = String(validating: bytes, as: UTF8.self)
        default: throw damaged
        }
      }
    }
    unknown = entries
  }

  private static let aliasesKey = "SecretServiceAliases"
  private static let labelsKey = "SecretServiceLabels"

  private static func path(_ value: PropertyListValue) -> [UInt8]? {
    let path: [UInt8]
    switch value {
    case .string(let text): path = Array(text.utf8)
    case .data(let bytes): path = bytes
    default: return nil
    }
    return path.isEmpty || path.first == UInt8(ascii: "/") ? path : nil
  }

  /// The content of the file.
  func encoded() -> [UInt8] {
    var entries = unknown
    func value(_ path: [UInt8]) -> PropertyListValue {
      guard let text = String(validating: path, as: UTF8.self), PropertyListWriter.canWrite(text) else {
        return .data(path)
      }
      return .string(text)
    }
    func set(_ choice: Choice, _ key: String) {
      switch choice {
      case .automatic: break
      case .none: entries[key] = .string("")
      case .path(let path): entries[key] = value(path)
      }
    }
    set(defaultKeychain, "DefaultKeychain")
    set(loginKeychain, "LoginKeychain")
    if let searchList { entries["SearchList"] = .array(searchList.map(value)) }
    if !aliases.isEmpty { entries[Self.aliasesKey] = .dictionary(aliases.mapValues(value)) }
    if !labels.isEmpty {
      entries[Self.labelsKey] = .dictionary(
        labels.mapValues { PropertyListWriter.canWrite($0) ? .string($0) : .data(Array($0.utf8)) })
    }
    return PropertyListWriter.write(.dictionary(entries))
  }
}
