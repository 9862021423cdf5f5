/// The program that makes a request: its access groups and its other entitlements.
///
/// The list of groups is built as Apple builds it (secitem 4.1): new items go into the first group,
/// and a search reads every group. In process, the list protects against accidents only. It cannot
/// be enforced against other code of the same user.
///
/// A class, because a program creates it once and passes it to every call.
package final class Caller: Sendable {
  /// The access groups, in order. `*` stands for every group.
  package let accessGroups: [String]

  /// Groups that a search reads even when the request does not name them. Items are written to them
  /// only when the request names them.
  package let sharedGroups: Set<String>

  /// The names of the Boolean entitlements that are true.
  package let entitlements: Set<String>

  /// Whether the entitlements deny this program access to the keychain (secitem 4.2).
  package let isDenied: Bool

  /// The access groups without duplicates. A search that names no group reads all of them.
  let distinctGroups: [String]

  /// The groups that a search reads when it names no group, in reading order.
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

  /// The group of a person's own items. All programs of the user share it.
  package static let loginGroup = "login"

  /// The group of items on tokens. It can be read but never written.
  package static let tokenGroup = "com.apple.token"

  /// The `security` tool, which acts for its user. It sees every group and adds items to `login`.
  package static let tool = Caller(accessGroups: [loginGroup, everyGroup])

  static let everyGroup = "*"
}
