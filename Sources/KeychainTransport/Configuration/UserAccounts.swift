import CPlatform

/// The accounts of users and groups. A test replaces them, because the users of tests have no accounts.
package struct UserAccounts: Sendable {
  private let userNumber: @Sendable (String) -> UInt32?
  private let userName: @Sendable (UInt32) -> String?
  private let groupNumber: @Sendable (String) -> UInt32?
  private let groupName: @Sendable (UInt32) -> String?

  package init(
    userNumber: @escaping @Sendable (String) -> UInt32?, userName: @escaping @Sendable (UInt32) -> String?,
    groupNumber: @escaping @Sendable (String) -> UInt32?, groupName: @escaping @Sendable (UInt32) -> String?
  ) {
    self.userNumber = userNumber
    self.userName = userName
    self.groupNumber = groupNumber
    self.groupName = groupName
  }

  package func user(named name: String) -> UInt32? { userNumber(name) }
  package func name(ofUser number: UInt32) -> String? { userName(number) }
  package func group(named name: String) -> UInt32? { groupNumber(name) }
  package func name(ofGroup number: UInt32) -> String? { groupName(number) }

  /// The accounts of the machine (getpwnam(3), getgrnam(3)).
  package static let system = UserAccounts(
    userNumber: { number($0, lk_user_named) }, userName: { name($0, lk_user_name) },
    groupNumber: { number($0, lk_group_named) }, groupName: { name($0, lk_group_name) })

  private static func number(
    _ name: String, _ find: (UnsafePointer<CChar>, UnsafeMutablePointer<UInt32>) -> Int32
  ) -> UInt32? {
    var number: UInt32 = 0
    return find(name, &number) == 0 ? number : nil
  }

  private static func name(
    _ number: UInt32, _ find: (UInt32, UnsafeMutablePointer<CChar>, Int) -> Int32
  ) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard find(number, &buffer, buffer.count) == 0 else { return nil }
    return String(validating: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
