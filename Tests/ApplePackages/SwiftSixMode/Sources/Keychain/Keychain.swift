public import Foundation
internal import Security

/// A user and a password. Other modules also have a type with the name `Item`.
public struct Item: Sendable, Hashable {
  /// The account of the password.
  public let user: String
  /// The password.
  public let password: String
}

/// Stores the passwords of servers. The type is an actor, so one task at a time uses the keychain.
public actor Keychain {
  /// The shared instance of this process.
  public static let shared = Keychain()

  /// An error of a keychain function.
  public enum Failure: Error, Sendable, Equatable {
    /// The keychain has no such password.
    case notFound
    /// Another status of the keychain function.
    case status(Int32)
  }

  /// Adds or replaces the password of a user on a server.
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

  /// Returns the password of a user on a server.
  public func password(user: String, server: String) throws(Failure) -> String {
    var query = Self.query(user: user, server: server)
    query[kSecReturnData] = true
    var result: CFTypeRef?
    try check(SecItemCopyMatching(query as CFDictionary, &result))
    guard let data = result as? Data else { throw .status(errSecDecode) }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the user and the password for a server.
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
