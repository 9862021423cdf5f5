package import Keychain
package import KeychainModel
package import KeychainTransport
import PropertyLists

/// How well the service knows a program (docs/service.md). A program of a higher grade is harder to imitate.
package enum Grade: UInt8, Sendable, Comparable, CaseIterable {
  /// A program says so itself.
  case claimed = 0
  /// Any program of the user, which another program of the user can imitate.
  case userProgram = 1
  /// A program in a sandbox. Programs of the user outside of sandboxes can imitate it.
  case sandbox = 2
  /// A program with the set-group-ID bit. No other program of the user can imitate it.
  case protectedProgram = 3
  /// A system unit, or another user.
  case system = 4

  package static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
}

/// The description of one application by the administrator or by a package: how the service recognises the application,
/// and its access groups.
package struct ApplicationManifest: Sendable {
  /// One way to recognise an application.
  package enum Recognizer: Sendable, Hashable {
    /// The effective group of a program with the set-group-ID bit. The name of the group begins with `groupPrefix`.
    case group(UInt32)
    /// A system unit, and the user of its processes; nil for every user for services. Programs of people also run in
    /// system units, such as the jobs of `cron.service`.
    case unit(String, user: UInt32?)
    /// A user.
    case user(UInt32)
    /// A socket for this application alone.
    case socket(String)

    package var grade: Grade {
      switch self {
      case .group: .protectedProgram
      case .unit, .user: .system
      case .socket: .sandbox
      }
    }
  }

  package let identifier: String
  package let recognizers: [Recognizer]
  package let caller: Caller
  /// The users whose keychains a system unit or a user may use, without duplicates. Empty for its own keychain alone.
  package let users: [UInt32]
  /// The lowest grades of programs for groups of the application.
  package let minimumGrades: [String: Grade]

  /// The first letters of the names of groups for programs with the set-group-ID bit. Other groups may be the groups of
  /// other programs, or have members.
  package static let groupPrefix = "lk-app-"

  /// The group of all programs of a user that no manifest describes.
  package static let commonGroup = "user-programs"

  private static let textKeys: Set = ["application-identifier"]
  private static let listKeys: Set = ["keychain-access-groups", "com.apple.security.application-groups"]
  private static let reserved: Set = ["", "*", Caller.loginGroup, Caller.tokenGroup, commonGroup]
  /// Whether no application can have an identifier.
  static func isReserved(_ identifier: String) -> Bool { reserved.contains(identifier) }

  private static let largestRecognizerCount = 64
  private static let largestGroupCount = 256

  /// Reads a manifest.
  ///
  /// - Parameter name: The name of the file without its suffix, which must be the identifier of the application.
  /// - Throws: `.decode` with the reason why the manifest gives no rights.
  package init(
    propertyList bytes: [UInt8], named name: String, accounts: UserAccounts
  ) throws(KeychainError) {
    guard case .dictionary(let entries) = try PropertyListValue(file: bytes) else {
      throw Self.wrong("it is no dictionary")
    }
    for key in entries.keys.sorted() { try Self.check(key, entries[key]) }
    let entitlements = Entitlements(entries)
    guard let identifier = entitlements.string("application-identifier") else {
      throw Self.wrong("application-identifier is missing")
    }
    guard identifier == name, !Self.reserved.contains(identifier) else {
      throw Self.wrong("application-identifier is not the name of the file, or is reserved")
    }
    let groups = entitlements.accessGroups
    guard groups.count <= Self.largestGroupCount,
      groups.allSatisfy({ !$0.isEmpty && $0 != "*" && $0 != Self.commonGroup })
    else { throw Self.wrong("a group is not permitted, or there are too many groups") }
    self.identifier = identifier
    caller = Caller(
      accessGroups: groups, sharedGroups: groups.contains(Caller.loginGroup) ? [Caller.loginGroup] : [],
      entitlements: entitlements.granted)
    recognizers = try Self.recognizers(entries["recognised-by"], accounts)
    var users: [UInt32] = []
    for value in try Self.array(entries["users"], "users") {
      guard let user = Self.number(value, accounts.user(named:)) else {
        throw Self.wrong("a user in users has no account")
      }
      if !users.contains(user) { users.append(user) }
    }
    self.users = users
    minimumGrades = try Self.grades(entries["minimum-grades"])
    guard minimumGrades.keys.allSatisfy(groups.contains) else {
      throw Self.wrong("minimum-grades names a group that the application does not have")
    }
  }

  /// The lowest grade of a program that may write to a group of the application. Another application may have a group,
  /// too.
  var writingGrades: [String: Grade] {
    guard let lowest = recognizers.map(\.grade).min() else { return minimumGrades }
    var grades: [String: Grade] = [:]
    for group in caller.accessGroups where !caller.sharedGroups.contains(group) {
      grades[group] = max(lowest, minimumGrades[group] ?? lowest)
    }
    return grades
  }

  private static func check(_ key: String, _ value: PropertyListValue?) throws(KeychainError) {
    if key == "recognised-by" || key == "users" || key == "minimum-grades" { return }
    switch value {
    case .string where textKeys.contains(key): return
    case .array(let members) where listKeys.contains(key):
      for member in members {
        guard case .string = member else { throw wrong("\(key) has a member that is no text") }
      }
    case .boolean where !textKeys.contains(key) && !listKeys.contains(key): return
    default: throw wrong("the key \(key) is unknown, or its value has the wrong type")
    }
  }

  private static func recognizers(
    _ value: PropertyListValue?, _ accounts: UserAccounts
  ) throws(KeychainError) -> [Recognizer] {
    let members = try array(value, "recognised-by")
    guard !members.isEmpty, members.count <= largestRecognizerCount else {
      throw wrong("recognised-by is missing, empty or too long")
    }
    var recognizers: [Recognizer] = []
    for member in members {
      guard case .dictionary(var entry) = member else { throw wrong("a member of recognised-by is no dictionary") }
      // A unit may have its user in the same dictionary.
      let user = entry["unit"] == nil ? nil : entry.removeValue(forKey: "user")
      guard entry.count == 1, let (key, value) = entry.first else {
        throw wrong("a member of recognised-by does not have exactly one key, or a unit and its user")
      }
      switch (key, value) {
      case ("group", _):
        guard let group = number(value, accounts.group(named:)), let name = accounts.name(ofGroup: group) else {
          throw wrong("a group does not exist")
        }
        guard name.hasPrefix(groupPrefix) else {
          throw wrong("the name of the group \(name) does not begin with \(groupPrefix)")
        }
        recognizers.append(.group(group))
      case ("user", _):
        guard let user = number(value, accounts.user(named:)) else { throw wrong("a user does not exist") }
        recognizers.append(.user(user))
      case ("unit", .string(let unit)) where unit.hasSuffix(".service") && !unit.utf8.contains(UInt8(ascii: "/")):
        guard let user else {
          recognizers.append(.unit(unit, user: nil))
          continue
        }
        guard let owner = number(user, accounts.user(named:)) else { throw wrong("the user of a unit does not exist") }
        recognizers.append(.unit(unit, user: owner))
      case ("socket", .string(let socket)) where !socket.isEmpty: recognizers.append(.socket(socket))
      default: throw wrong("recognised-by has the unknown or unusable entry \(key)")
      }
    }
    return recognizers
  }

  /// Reads the lowest grades of groups: a dictionary with a number from 0 to 4 for each group.
  static func grades(_ value: PropertyListValue?) throws(KeychainError) -> [String: Grade] {
    guard let value else { return [:] }
    guard case .dictionary(let entries) = value else { throw wrong("the grades of groups are no dictionary") }
    var grades: [String: Grade] = [:]
    for (group, value) in entries {
      guard case .integer(let number) = value, let grade = UInt8(exactly: number).flatMap(Grade.init) else {
        throw wrong("a grade is a number from 0 to 4")
      }
      grades[group] = grade
    }
    return grades
  }

  /// A user or a group: a number, or the name of an account.
  private static func number(_ value: PropertyListValue, _ find: (String) -> UInt32?) -> UInt32? {
    switch value {
    case .integer(let number): UInt32(exactly: number)
    case .string(let name): find(name)
    default: nil
    }
  }

  private static func array(
    _ value: PropertyListValue?, _ name: String
  ) throws(KeychainError) -> [PropertyListValue] {
    switch value {
    case nil: return []
    case .array(let members): return members
    default: throw wrong("\(name) is no array")
    }
  }

  private static func wrong(_ reason: String) -> KeychainError { KeychainError(.decode, "\(reason)") }
}
