import Foundation
import Security
import Testing

/// Repeats the keychain calls of git's credential helper, in the same order and with the same dictionaries.
@Suite("A credential helper for git") struct GitCredentialTests {
  /// Returns the attributes that the helper derives from git's `protocol`, `host`, `path` and `username`.
  private func attributes(_ path: String? = nil, _ username: String? = "me") -> Query {
    var query: Query = [
      kSecClass: kSecClassInternetPassword,
      kSecAttrAuthenticationType: kSecAttrAuthenticationTypeDefault,
      kSecAttrProtocol: kSecAttrProtocolHTTPS,
      kSecAttrServer: "example.com" as NSString,
      kSecAttrPort: NSNumber(value: Int16(8443)),
    ]
    if let path { query[kSecAttrPath] = path }
    if let username { query[kSecAttrAccount] = username }
    return query
  }

  private func store(_ keychain: TestKeychain, _ password: String) -> OSStatus {
    let item = attributes("repo.git").secret(password)
    let status = keychain.add(item).status
    // As in the helper, the new values also contain the class and the attributes of the query.
    return status == duplicate ? keychain.update(attributes("repo.git"), item) : status
  }

  private func get(_ keychain: TestKeychain) -> (account: String?, password: String?) {
    let found = keychain.find(
      attributes(nil, nil) + [
        kSecMatchLimit: kSecMatchLimitOne, kSecReturnAttributes: kCFBooleanTrue as Any,
        kSecReturnData: kCFBooleanTrue as Any,
      ])
    let data = found[kSecValueData] as? Data
    return (
      found[kSecAttrAccount] as? String, data.map { String(decoding: $0, as: UTF8.self) }
    )
  }

  /// Finds references to all matches. Reads the data of each match, and deletes the match if the first line of the data
  /// is the password. The search and the delete use the same dictionary.
  private func erase(_ keychain: TestKeychain, _ password: String) -> [OSStatus] {
    let references = keychain.find(
      attributes().all + [kSecReturnRef: kCFBooleanTrue as Any]
    ).array
    return references.map { reference in
      let query: Query = [
        kSecClass: kSecClassInternetPassword, kSecMatchItemList: [reference] as CFArray,
        kSecReturnData: kCFBooleanTrue as Any,
      ]
      let data = keychain.find(query).data ?? Data()
      guard data.prefix(while: { $0 != 10 }) == Data(password.utf8) else { return notFound }
      return keychain.delete(query)
    }
  }

  @Test("The helper stores, gets, replaces and erases a password") func lifetime() throws {
    let keychain = try TestKeychain()
    #expect(get(keychain).password == nil)
    #expect(store(keychain, "first") == ok)
    #expect(get(keychain) == ("me", "first"))
    #expect(store(keychain, "second\noauth_refresh_token=x") == ok)
    #expect(get(keychain) == ("me", "second\noauth_refresh_token=x"))
    #expect(keychain.count(.internet()) == 1)
    #expect(erase(keychain, "other") == [notFound])
    #expect(erase(keychain, "second") == [ok])
    #expect(get(keychain).password == nil)
  }

  @Test("The helper erases one of several passwords, also in the group login") func several() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(attributes("a").secret("one")).status == ok)
    let tool = keychain.seen(by: ["login", "*"])
    #expect(tool.add(attributes("b").secret("two")).status == ok)
    #expect(erase(keychain, "two") == [notFound, ok])
    #expect(keychain.all(kSecAttrPath, .internet()) == ["a"])
  }
}
