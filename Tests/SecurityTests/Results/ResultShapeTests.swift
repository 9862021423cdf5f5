import Foundation
import Security
import Testing

/// Tests the results for all combinations of the four return keys (specification: secitem 3.8; compatibility: D13,
/// D14).
@Suite("Result shapes") struct ResultShapeTests {
  /// A set of return keys that are true in a query.
  struct Asked: OptionSet, CustomStringConvertible {
    let rawValue: Int

    static let data = Asked(rawValue: 1)
    static let attributes = Asked(rawValue: 2)
    static let reference = Asked(rawValue: 4)
    static let persistent = Asked(rawValue: 8)

    static let combinations = (0..<16).map { Asked(rawValue: $0) }

    var entries: Query {
      var query: Query = [:]
      if contains(.data) { query[kSecReturnData] = true }
      if contains(.attributes) { query[kSecReturnAttributes] = true }
      if contains(.reference) { query[kSecReturnRef] = true }
      if contains(.persistent) { query[kSecReturnPersistentRef] = true }
      return query
    }

    var description: String {
      (contains(.data) ? "D" : "") + (contains(.attributes) ? "A" : "")
        + (contains(.reference) ? "R" : "") + (contains(.persistent) ? "P" : "")
    }

    var isSingle: Bool { rawValue.nonzeroBitCount == 1 }
  }

  /// The attributes that an add returns for the item of these tests.
  static let added: Set = ["acct", "svce", "agrp", "pdmn", "sync", "cdat", "mdat", "sha1", "labl"]
  /// The attributes that a search returns for the item of these tests.
  static let found = added.union(["tomb", "musr", "accc"])

  /// Returns the expected keys of the result dictionary for these return keys.
  static func keys(_ asked: Asked, hasData: Bool, isAdd: Bool) -> Set<String> {
    var keys: Set<String> = []
    if asked.contains(.attributes) || asked.contains(.reference) {
      keys = isAdd ? added : found
    }
    if asked.contains(.data), hasData { keys.insert("v_Data") }
    if asked.contains(.reference) { keys.formUnion(["class", "v_Ref"]) }
    // A search for references without attributes also returns `persistref`, the internal name of the persistent
    // reference.
    if asked.contains(.reference), !asked.contains(.attributes), !isAdd {
      keys.insert("persistref")
    }
    if asked.contains(.persistent) { keys.insert("v_PersistentRef") }
    return keys
  }

  static let secrets: [Data?] = [Data("secret".utf8), Data(), nil]

  private func item(_ secret: Data?) -> Query {
    var item = Query.generic("s", "a") + [kSecAttrLabel: "l"]
    if let secret { item[kSecValueData] = secret }
    return item
  }

  @Test("An add returns the requested results in each combination") func add() throws {
    for secret in Self.secrets {
      for asked in Asked.combinations {
        let keychain = try TestKeychain()
        let answer = keychain.add(item(secret) + asked.entries)
        #expect(answer.status == ok)
        check(answer.result, asked, secret, isAdd: true)
      }
    }
  }

  @Test("A search for one item returns the requested results in each combination") func one() throws {
    for secret in Self.secrets {
      let keychain = try TestKeychain()
      #expect(keychain.add(item(secret)).status == ok)
      for asked in Asked.combinations {
        for limit in [nil, kSecMatchLimitOne, 1] as [Any?] {
          var query = Query.generic("s", "a") + asked.entries
          if let limit { query[kSecMatchLimit] = limit }
          let answer = keychain.find(query)
          #expect(answer.status == ok)
          check(answer.result, asked, secret, isAdd: false)
        }
      }
    }
  }

  @Test("A search for all items, or for a number above one, returns an array") func all() throws {
    for secret in Self.secrets {
      let keychain = try TestKeychain()
      #expect(keychain.add(item(secret)).status == ok)
      for asked in Asked.combinations {
        for limit in [kSecMatchLimitAll, 2, 1000] as [Any] {
          let answer = keychain.find(
            .generic("s", "a") + asked.entries + [kSecMatchLimit: limit])
          #expect(answer.status == ok)
          #expect(answer.result is NSArray)
          if asked.isEmpty || (asked == .data && secret == nil) {
            #expect(answer.array.isEmpty)
          } else {
            #expect(answer.array.count == 1)
            check(answer.array.first as AnyObject?, asked, secret, isAdd: false)
          }
        }
      }
    }
  }

  private func check(_ result: AnyObject?, _ asked: Asked, _ secret: Data?, isAdd: Bool) {
    switch asked {
    case []: #expect(result == nil)
    case .data:
      // If the item has no data, a search for data gives no result, and an add gives empty data (specification:
      // surprise S36, S37).
      #expect(result as? Data == secret ?? (isAdd ? Data() : nil))
    case .reference: #expect(result is SecKeychainItem)
    case .persistent: #expect((result as? Data)?.count == 20)
    default:
      let dictionary = result as? NSDictionary ?? [:]
      let keys = Set(dictionary.allKeys.compactMap { $0 as? String })
      #expect(
        keys == Self.keys(asked, hasData: secret != nil, isAdd: isAdd),
        "\(asked), \(isAdd ? "add" : "search")")
      if asked.contains(.data) { #expect(dictionary[kSecValueData] as? Data == secret) }
      if asked.contains(.reference) {
        #expect(dictionary[kSecValueRef] is SecKeychainItem)
        #expect(dictionary[kSecClass] as? String == "genp")
      }
      if asked.contains(.persistent) {
        #expect((dictionary[kSecValuePersistentRef] as? Data)?.count == 20)
      }
    }
  }

  @Test("Results can be cast to every type that client code uses") func styles() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(item(Data("x".utf8))).status == ok)
    let asked: Asked = [.data, .attributes, .reference, .persistent]
    let one = keychain.find(.generic("s") + asked.entries).result
    #expect((one as? [String: Any])?["acct"] as? String == "a")
    #expect((one as? [CFString: Any])?[kSecAttrAccount] as? String == "a")
    #expect((one as? [AnyHashable: Any])?["acct"] as? String == "a")
    #expect((one as? [NSString: AnyObject])?["v_Data"] as? Data == Data("x".utf8))
    #expect((one as? NSDictionary)?[kSecAttrCreationDate] is Date)
    let all = keychain.find(.generic("s").all + asked.entries).result
    #expect((all as? [[String: Any]])?.count == 1)
    #expect((all as? [NSDictionary])?.count == 1)
    let data = keychain.find(.generic("s").all + [kSecReturnData: true]).result
    #expect(data as? [Data] == [Data("x".utf8)])
  }

  @Test("A search for all items returns each requested result of every item") func allTogether() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b", "c"] {
      #expect(keychain.add(.generic("s", account).secret(account)).status == ok)
    }
    let query = Query.generic("s").all
    #expect(
      keychain.find(query + [kSecReturnData: true]).array as? [Data]
        == ["a", "b", "c"].map { Data($0.utf8) })
    let references = keychain.find(query + [kSecReturnPersistentRef: true]).array as? [Data] ?? []
    #expect(Set(references).count == 3)
    let both = keychain.find(query + [kSecReturnPersistentRef: true, kSecReturnData: true])
    #expect(
      (both.array as? [NSDictionary])?.map { $0[kSecValuePersistentRef] as? Data } == references)
  }

  @Test("An array of data has no entry for an item without data") func shorterArray() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("a")).status == ok)
    #expect(keychain.add(.generic("s", "b")).status == ok)
    #expect(keychain.add(.generic("s", "c").secret("c")).status == ok)
    let all = keychain.find(.generic("s").all + [kSecReturnData: true])
    #expect(all.array as? [Data] == [Data("a".utf8), Data("c".utf8)])
    #expect(keychain.find(.generic("s", "b") + [kSecReturnData: true]).status == ok)
  }

  @Test("A search returns the UUID only together with a reference") func uuid() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + ["UUID": "u"]).status == ok)
    for asked in Asked.combinations where asked.contains(.attributes) {
      let found = keychain.find(.generic("s") + asked.entries)
      #expect((found.dictionary["UUID"] as? String == "u") == asked.contains(.reference))
    }
    #expect(keychain.find(.generic() + ["UUID": "u"]).status == ok)
    #expect(keychain.find(.generic() + ["UUID": "v"]).status == notFound)
  }

  @Test("A search always returns an access control, and an add returns a given access control") func control() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecAttrAccessible: "ck"]).status == ok)
    let plain = try #require(
      keychain.attributes(.generic("s"))[kSecAttrAccessControl] as? SecAccessControl)
    let again = keychain.add(
      .generic("t") + [kSecAttrAccessControl: plain, kSecReturnAttributes: true])
    #expect(again.status == ok)
    #expect(again[kSecAttrAccessControl] as? SecAccessControl == plain)
    #expect(again[kSecAttrAccessible] as? String == "ck")
  }

  @Test("The attributes of a found item, together with the class, find the item") func asQuery() throws {
    let keychain = try TestKeychain()
    #expect(
      keychain.add(.internet("h", "a") + [kSecAttrPort: 80, kSecAttrLabel: "l"]).status == ok)
    #expect(
      keychain.add(.internet("h", "b") + [kSecAttrPort: 80, kSecAttrLabel: "l"]).status == ok)
    let attributes = keychain.attributes(.internet("h", "b"))
    let query = try #require(attributes.mutableCopy() as? NSMutableDictionary)
    query[kSecClass] = kSecClassInternetPassword
    query[kSecReturnAttributes] = true
    query[kSecMatchLimit] = kSecMatchLimitAll
    let found = keychain.find(query)
    #expect(found.array as? [NSDictionary] == [attributes])
    query.removeObject(forKey: kSecMatchLimit)
    #expect(keychain.delete(query) == ok)
    #expect(keychain.all(kSecAttrAccount, .internet()) == ["a"])
  }
}
