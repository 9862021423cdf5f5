import KeychainCrypto
import KeychainModel

/// The program that makes a request: its access groups and its other entitlements.
///
/// The list of groups is built as Apple builds it (specification: secitem 4.1): new items go into the first group, and
/// a search reads every group. When the keychain runs in the process of the program, the list protects against
/// accidents only, because the list cannot be enforced against other code of the same user.
///
/// The type is a class, because a program creates one instance and passes this instance to every call.
package final class Caller: Sendable {
  /// The access groups, in order. `*` stands for every group.
  package let accessGroups: [String]

  /// The groups that the caller shares with other programs. A search reads a shared group even when the request does
  /// not name the group. An item is written to a shared group only when the request names the group.
  package let sharedGroups: Set<String>

  /// The names of the Boolean entitlements that are true.
  package let entitlements: Set<String>

  /// How well the service knows the program, from 0 to 4 (docs/service.md). The number is 0 for a program whose keychain is
  /// in its own process. Items that a program of a higher grade stored do not exist for this program.
  package let grade: UInt8

  /// The largest policy of the rows that the caller finds. Rows with the policies 0 and 1 exist for every program of the
  /// user, also after a keychain came back from `keychaind`.
  var largestPolicy: Int64 { Int64(max(grade, Self.userProgramGrade)) }

  /// The lowest grade of the programs for which the items exist that this caller stores. It differs from `grade` when a
  /// call acts for the person, who stores items for every program.
  package let storedGrade: UInt8

  /// The groups to which the caller may not write, although it may use every group. Programs of a higher grade trust the
  /// items of these groups.
  let reservedGroups: Set<String>

  /// The passcode that the person proved; nil for a caller that does not act for the person.
  private let person: ProvenPasscode?

  /// Whether the entitlements deny this program access to the keychain (specification: secitem 4.2).
  package let isDenied: Bool

  /// The access groups without duplicates. A search that names no group reads all these groups.
  let distinctGroups: [String]

  /// The groups that a search reads when the search names no group, in reading order.
  let searchedGroups: [GroupScope]

  package init(
    accessGroups: [String], sharedGroups: Set<String> = [], entitlements: Set<String> = [], grade: UInt8 = 0,
    storedGrade: UInt8? = nil, reservedGroups: Set<String> = [],
    person: ProvenPasscode? = nil
  ) {
    self.person = person
    self.reservedGroups = reservedGroups
    self.grade = grade
    self.storedGrade = storedGrade ?? grade
    self.accessGroups = accessGroups
    self.sharedGroups = sharedGroups
    self.entitlements = entitlements
    isDenied = entitlements.contains("com.apple.private.keychain.deny")
    let distinctGroups: [String] = accessGroups.reduce(into: []) { distinct, group in
      if !distinct.contains(where: group.isIdentical) { distinct.append(group) }
    }
    self.distinctGroups = distinctGroups
    searchedGroups = Self.searchedGroups(distinctGroups, sharedGroups)
  }

  /// The grade of a program of the user that no manifest describes.
  static let userProgramGrade: UInt8 = 1

  /// The group for the user's own items. All programs of the user share this group.
  package static let loginGroup = "login"

  /// The group of items on tokens. Programs can read this group but can never write to it.
  package static let tokenGroup = "com.apple.token"

  /// The caller for the `security` tool, which acts for its user. The tool sees every group and adds items to `login`.
  package static let tool = Caller(accessGroups: [loginGroup, everyGroup])

  /// The name that stands for every group.
  package static let everyGroup = "*"
}

// The rules about the list of access groups (specification: secitem 4.2).

extension Caller {
  /// - Throws: `.authenticationFailed` when the caller acts for the person, and the passcode was changed after the person
  ///   proved it. A call may wait for other programs between the check of its proof and its transaction.
  func requirePerson(of keybag: Keybag) throws(KeychainError) {
    guard person?.opens(keybag) ?? true else {
      throw KeychainError(.authenticationFailed, "the passcode was changed after the person proved it")
    }
  }

  /// Whether the caller may use every group.
  var seesEveryGroup: Bool { accessGroups.contains(Self.everyGroup) }

  private var writableGroups: [String] { accessGroups.filter { $0 != Self.tokenGroup } }

  /// The groups that a search reads.
  ///
  /// - Throws: `.missingEntitlement` when the caller has no group, or when `group` is not a group of the caller.
  func groupsToSearch(named group: String?) throws(KeychainError) -> GroupScope {
    guard !accessGroups.isEmpty else { throw Self.noGroups }
    guard let group else { return seesEveryGroup ? .every : .these(distinctGroups) }
    guard belongs(to: group) else { throw Self.foreign }
    return .these([group])
  }

  /// The groups that a search reads, in reading order: the program's own groups first, then the shared
  /// groups. So a program that has its own copy of an item reads that copy (compatibility: D42).
  ///
  /// - Throws: The errors of `groupsToSearch`.
  func groupsToSearchInOrder(named group: String?) throws(KeychainError) -> [GroupScope] {
    guard group == nil, !accessGroups.isEmpty else { return [try groupsToSearch(named: group)] }
    return searchedGroups
  }

  /// The groups that a search reads when it names no group, in reading order: first the program's own groups, then the
  /// shared groups.
  ///
  /// - Parameter groups: All groups of the caller, without duplicates.
  static func searchedGroups(_ groups: [String], _ shared: Set<String>) -> [GroupScope] {
    guard !groups.contains(everyGroup) else { return [.every] }
    let own = groups.filter { !shared.contains($0) }
    guard !own.isEmpty, own.count < groups.count else { return [.these(groups)] }
    return [.these(own), .these(groups.filter(shared.contains))]
  }

  /// The groups whose items an update or a delete changes.
  ///
  /// The groups include a shared group only when `group` names the shared group, or when the request names the items by
  /// reference. A program that changes all its items must not change the items of other programs (compatibility: D36).
  ///
  /// - Throws: `.missingEntitlement` when the caller has no writable group, or when the caller may
  ///   not write to `group`.
  func groupsToChange(
    named group: String?, namesItems: Bool
  ) throws(KeychainError) -> GroupScope {
    guard !writableGroups.isEmpty else { throw Self.noGroups }
    guard let group else {
      if seesEveryGroup { return .every }
      return .these(
        distinctGroups.filter {
          $0 != Self.tokenGroup && (namesItems || !sharedGroups.contains($0))
        })
    }
    // The person may delete an item that another program planted in a reserved group. `ItemUpdate` refuses a change of it.
    guard group != Self.tokenGroup, belongs(to: group) else { throw Self.foreign }
    return .these([group])
  }

  /// The group for a new item.
  ///
  /// - Throws: `.missingEntitlement` when the caller has no writable group, or when the caller may
  ///   not write to `group`.
  func groupToAdd(named group: String?) throws(KeychainError) -> String {
    guard let first = accessGroups.first, !writableGroups.isEmpty else { throw Self.noGroups }
    guard let group else {
      try checkWritable(first)
      return first
    }
    try checkWritable(group)
    return group
  }

  /// - Throws: `.missingEntitlement` when the caller may not write items to the group.
  func checkWritable(_ group: String) throws(KeychainError) {
    guard group != Self.tokenGroup, belongs(to: group) else { throw Self.foreign }
    try checkNotReserved(group)
  }

  /// Whether the caller may write items to the group.
  func mayWrite(to group: String) -> Bool {
    group != Self.tokenGroup && belongs(to: group) && !reservedGroups.contains(group)
  }

  /// - Throws: `.missingEntitlement` when programs of a higher grade trust the items of the group.
  func checkNotReserved(_ group: String) throws(KeychainError) {
    guard reservedGroups.contains(group) else { return }
    throw KeychainError(
      .missingEntitlement, "the access group belongs to a protected application, which trusts the items of the group")
  }

  private func belongs(to group: String) -> Bool {
    seesEveryGroup || accessGroups.contains(where: group.isIdentical)
  }

  private static var noGroups: KeychainError {
    KeychainError(.missingEntitlement, "the program has no access group")
  }

  static var foreign: KeychainError {
    KeychainError(.missingEntitlement, "the access group is not one the program may use")
  }
}

/// The access groups that a request reads or changes.
enum GroupScope: Sendable, Equatable {
  case every
  case these([String])
}
