public import Foundation
internal import Security

/// A password. Other modules also have a type with this name.
public struct Item: Sendable, Hashable {
  /// The account.
  public let user: String
  /// The secret.
  public let password: String
}

/// Passwords of servers, protected by an actor.
public actor Keychain {
  /// The shared instance of this process.
  public static let shared = Keychain()

  /// An error of the keychain.
  public enum Failure: Error, Sendable, Equatable {
    /// There is no such password.
    case notFound
    /// Another status of the keychain.
    case status(Int32)
  }

  /// Stores a password.
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

  /// Reads a password.
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
