/// Who makes a request: the access groups it may use, and its other entitlements.
///
/// The list is built as Apple builds it (secitem 4.1): the first group is where new items go,
/// every group is searched. In process nobody can enforce it against the same user; it prevents
/// accidents.
///
/// A class, because it is made once for a program and passed to every call.
package final class Caller: Sendable {
  /// The access groups, in order. `*` stands for every group.
  package let accessGroups: [String]

  /// Groups that are searched without being named, and written only when they are named.
  package let sharedGroups: Set<String>

  /// The Boolean entitlements that are true.
  package let entitlements: Set<String>

  /// Whether the entitlements deny the program the keychain (secitem 4.2).
  package let isDenied: Bool

  /// The access groups without repetitions: what every search without a named group reads.
  let distinctGroups: [String]

  /// The groups that a search without a named group reads, in the order in which it reads them.
  let searchedGroups: [GroupScope]

  package init(
    accessGroups: [String], sharedGroups: Set<String> = [], entitlements: Set<String> = []
  ) {
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

  /// The group that a person's own items lie in, shared by every program of the user.
  package static let loginGroup = "login"

  /// The group of items that live on tokens: readable, never writable.
  package static let tokenGroup = "com.apple.token"

  /// The `security` tool: its user's own hand. It sees every group and adds to `login`.
  package static let tool = Caller(accessGroups: [loginGroup, everyGroup])

  static let everyGroup = "*"
}
