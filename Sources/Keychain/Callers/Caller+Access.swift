import KeychainModel

// Secitem 4.2: what the list of access groups allows.

extension Caller {
  /// Whether group filtering is off.
  var seesEveryGroup: Bool { accessGroups.contains(Self.everyGroup) }

  private var writableGroups: [String] { accessGroups.filter { $0 != Self.tokenGroup } }

  /// The groups that a search reads.
  ///
  /// - Throws: `.missingEntitlement` without any group, or when the named one is not the caller's.
  func groupsToSearch(named group: String?) throws(KeychainError) -> GroupScope {
    guard !accessGroups.isEmpty else { throw Self.noGroups }
    guard let group else { return seesEveryGroup ? .every : .these(distinctGroups) }
    guard belongs(to: group) else { throw Self.foreign }
    return .these([group])
  }

  /// The groups that a search reads, in the order in which it reads them: a program's own groups, then the
  /// shared ones. A program that stores its own copy of an item reads its own copy (D42).
  ///
  /// - Throws: As `groupsToSearch`.
  func groupsToSearchInOrder(named group: String?) throws(KeychainError) -> [GroupScope] {
    guard group == nil, !accessGroups.isEmpty else { return [try groupsToSearch(named: group)] }
    return searchedGroups
  }

  /// - Parameter groups: All of them, each once.
  static func searchedGroups(_ groups: [String], _ shared: Set<String>) -> [GroupScope] {
    guard !groups.contains(everyGroup) else { return [.every] }
    let own = groups.filter { !shared.contains($0) }
    guard !own.isEmpty, own.count < groups.count else { return [.these(groups)] }
    return [.these(own), .these(groups.filter(shared.contains))]
  }

  /// The groups whose items an update or a delete touches.
  ///
  /// A shared group is among them when it is named, or when the items themselves are, by
  /// references: what a program does to all of its items must not reach those of others (D36).
  ///
  /// - Throws: `.missingEntitlement` without a writable group, or when the named one is not.
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
    try checkWritable(group)
    return .these([group])
  }

  /// The group that a new item is stored under.
  ///
  /// - Throws: `.missingEntitlement` without a writable group, or when the named one is not.
  func groupToAdd(named group: String?) throws(KeychainError) -> String {
    guard let first = accessGroups.first, !writableGroups.isEmpty else { throw Self.noGroups }
    guard let group else {
      try checkWritable(first)
      return first
    }
    try checkWritable(group)
    return group
  }

  /// - Throws: `.missingEntitlement` when items may not be written to the group.
  func checkWritable(_ group: String) throws(KeychainError) {
    guard group != Self.tokenGroup, belongs(to: group) else { throw Self.foreign }
  }

  private func belongs(to group: String) -> Bool {
    seesEveryGroup || accessGroups.contains(where: group.isIdentical)
  }

  private static var noGroups: KeychainError {
    KeychainError(.missingEntitlement, "the program has no access group")
  }

  private static var foreign: KeychainError {
    KeychainError(.missingEntitlement, "the access group is not one the program may use")
  }
}

/// The access groups that a request reads or changes.
enum GroupScope: Sendable, Equatable {
  case every
  case these([String])
}
