public import Foundation
internal import Security

/// A password, under a name that others have, too.
public struct Item: Sendable, Hashable {
  /// The account.
  public let user: String
  /// The secret.
  public let password: String
}

/// Passwords of servers, behind an actor.
public actor Keychain {
  /// The one of this process.
  public static let shared = Keychain()

  /// What went wrong.
  public enum Failure: Error, Sendable, Equatable {
    /// There is no such password.
    case notFound
    /// What the keychain answered.
    case status(Int32)
  }

  /// Keeps a password.
  public func set(_ password: String, user: String, server: String) throws(Failure) {
    var query = Self.query(user: user, server: server)
    query[kSecValueData] = Data(password.utf8)
    let status = SecItemAdd(query as CFDictionary, nil)
    guard status != errSecDuplicateItem else {
      let values = [kSecValueData: Data(password.utf8)] as CFDictionary
      let item = Self.query(user: user, server: server) as CFDictionary
      return try check(SecItemUpdate(item, values))
    }
    try check(status)
  }

  /// The password again.
  public func password(user: String, server: String) throws(Failure) -> String {
    var query = Self.query(user: user, server: server)
    query[kSecReturnData] = true
    var result: CFTypeRef?
    try check(SecItemCopyMatching(query as CFDictionary, &result))
    guard let data = result as? Data else { throw .status(errSecDecode) }
    return String(decoding: data, as: UTF8.self)
  }

  /// The item of a user.
  public func item(user: String, server: String) throws(Failure) -> Item {
    Item(user: user, password: try password(user: user, server: server))
  }

  private static func query(user: String, server: String) -> [CFString: Any] {
    [kSecClass: kSecClassInternetPassword, kSecAttrServer: server, kSecAttrAccount: user]
  }

  private func check(_ status: OSStatus) throws(Failure) {
    switch status {
    case errSecSuccess: return
    case errSecItemNotFound: throw .notFound
    default: throw .status(status)
    }
  }
}
