import Foundation
import Security
import Testing

/// Tests the complete table of bad input (specification: secitem 3.9). If a decision differs from the specification, a
/// comment above the row cites the decision.
@Suite("Bad input") struct BadInputTests {
  /// A row of the table: entries of a dictionary, and the status of each operation with these entries.
  struct Row {
    let name: String
    let entries: Query
    let add: OSStatus
    let search: OSStatus
    let updateQuery: OSStatus
    let updateValues: OSStatus
    let delete: OSStatus
    /// Whether the entries are the whole dictionary. If false, the dictionary also has a class and a service.
    var alone = false

    init(
      _ name: String, _ entries: Query, _ add: OSStatus, _ search: OSStatus,
      _ updateQuery: OSStatus, _ updateValues: OSStatus, _ delete: OSStatus, alone: Bool = false
    ) {
      self.name = name
      self.entries = entries
      self.add = add
      self.search = search
      self.updateQuery = updateQuery
      self.updateValues = updateValues
      self.delete = delete
      self.alone = alone
    }
  }

  static func rows() -> [Row] {
    var error: Unmanaged<CFError>?
    let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], &error)
    var tooMany: Query = [:]
    for number in 0..<100 { tooMany["filler_\(number)"] = "ignored" }
    return [
      Row("empty dictionary", [:], param, param, param, ok, param, alone: true),
      Row(
        "unknown key of four characters", ["zzzz": "x"], noAttribute, noAttribute, noAttribute,
        noAttribute, noAttribute),
      Row("unknown key of another length", ["other": "x"], param, param, param, noAttribute, param),
      Row("key of one character", ["x": "x"], param, param, param, noAttribute, param),
      Row("empty key", ["": "x"], param, param, param, noAttribute, param),
      // An add ignores match keys (compatibility: D1). An update and a delete reject a match key that cannot restrict
      // the result (compatibility: D4).
      Row("unknown match key", ["m_Other": "x"], ok, ok, param, noAttribute, param),
      Row("unknown return key", ["r_Other": true], param, param, param, noAttribute, param),
      Row("unknown use key", ["u_Other": "x"], param, param, param, noAttribute, param),
      Row("unknown value key", ["v_Other": "x"], param, param, param, noAttribute, param),
      Row("misspelled class key", ["clazz": "genp"], param, param, param, noAttribute, param),
      Row("key with the first letter f", ["f_Other": "x"], ok, ok, ok, noAttribute, ok),
      Row(
        "attribute of another class", [kSecAttrServer: "x"], noAttribute, noAttribute, noAttribute,
        noAttribute, noAttribute),
      Row("value of a wrong type", [kSecAttrLabel: Date()], param, param, param, param, param),
      Row("value null", [kSecAttrLabel: NSNull()], param, param, param, param, param),
      Row("value an array", [kSecAttrLabel: ["x"]], param, param, param, param, param),
      Row(
        "value an object that cannot cross", [kSecAttrLabel: NSURL(string: "a:b") as Any], param,
        param, param, param, param),
      Row("fractional number", [kSecAttrType: 1.5], decode, decode, decode, decode, decode),
      Row("data a number", [kSecValueData: 5], param, param, param, param, param),
      // In an add, the data may be a string. The add stores the UTF-8 bytes of the string (compatibility: D16).
      Row("data a string", [kSecValueData: "text"], ok, param, param, param, param),
      // The numbers 0 and 1 are accepted as Booleans (compatibility: D15).
      Row("return key the number 1", [kSecReturnData: 1], ok, ok, param, noAttribute, ok),
      Row("return key the number 2", [kSecReturnData: 2], param, param, param, noAttribute, param),
      Row("return key a string", [kSecReturnData: "1"], param, param, param, noAttribute, param),
      Row("return key true", [kSecReturnData: true], ok, ok, param, noAttribute, ok),
      Row("return key false", [kSecReturnData: false], ok, ok, ok, noAttribute, ok),
      Row(
        "unknown accessibility", [kSecAttrAccessible: "never"], param, param, param, param, param),
      Row(
        "accessibility and another access control",
        [kSecAttrAccessible: kSecAttrAccessibleAlways, kSecAttrAccessControl: control as Any],
        param, param, param, param, param),
      Row(
        "access control of another type", [kSecAttrAccessControl: "ak"], param, param, param,
        param, param),
      Row("reference of another type", [kSecValueRef: "x"], param, param, param, param, param),
      Row(
        "malformed persistent reference", [kSecValuePersistentRef: Data([1])], param, param, param,
        noAttribute, param),
      Row(
        "persistent reference a string", [kSecValuePersistentRef: "genp"], param, param, param,
        noAttribute, param),
      Row(
        "unknown class", [kSecClass: "none"], noClass, noClass, noClass, noAttribute, noClass),
      Row(
        "class that only references have", [kSecClass: "apls"], noClass, noClass, noClass,
        noAttribute, noClass),
      Row("class a number", [kSecClass: 5], param, param, param, noAttribute, param),
      Row("class missing", [kSecAttrService: "s"], param, param, param, ok, param, alone: true),
      // A list of values that are not references is rejected (compatibility: D7, D8).
      Row(
        "item list of strings", [kSecUseItemList: ["x"]], param, param, param, noAttribute, param),
      Row("item list a string", [kSecUseItemList: "x"], param, param, param, noAttribute, param),
      Row(
        "authentication is skipped",
        [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip], param, ok, param, noAttribute,
        param),
      Row(
        "authentication in words unheard of", [kSecUseAuthenticationUI: 5], ok, ok, ok,
        noAttribute, ok),
      Row(
        "context and credential", ["u_AuthCtx": "x", "u_CredRef": Data()], param, param, param,
        param, param),
      // An add ignores the limit. An update and a delete give -50 if more items match than the limit allows
      // (compatibility: D1 to D3).
      Row(
        "limit all", [kSecMatchLimit: kSecMatchLimitAll], ok, ok, ok, noAttribute, ok),
      Row("limit one", [kSecMatchLimit: kSecMatchLimitOne], ok, ok, param, noAttribute, param),
      Row("limit a number", [kSecMatchLimit: 2], ok, ok, ok, noAttribute, ok),
      Row("limit zero", [kSecMatchLimit: 0], ok, notFound, param, noAttribute, param),
      Row(
        "limit of another type", [kSecMatchLimit: true], param, param, param, noAttribute, param),
      Row(
        "limit another string", [kSecMatchLimit: "all"], param, param, param, noAttribute, param),
      Row(
        "foreign group", [kSecAttrAccessGroup: "other"], entitlement, entitlement, entitlement,
        entitlement, entitlement),
      Row("too many keys", tooMany, param, param, param, param, param),
      Row(
        "key a number", [5: "x"], noAttribute, noAttribute, noAttribute, param, noAttribute),
      Row("key an object", [Data([1]): "x"], param, param, param, param, param),
      Row(
        "key of four letters beyond ASCII", ["ÄÖÜß": "x"], noAttribute, noAttribute, noAttribute,
        noAttribute, noAttribute),
      Row("application clip", ["clip": 1], param, param, param, param, param),
      Row(
        "sharing group", [kSecAttrSharingGroup: "g"], entitlement, entitlement, entitlement, param,
        entitlement),
      Row("row id", ["rowid": 1], param, param, param, param, param),
      Row("row blob", ["data": Data()], param, param, param, param, param),
      Row(
        "persistent reference as an attribute", [kSecAttrPersistentReference: Data(count: 16)],
        param, param, param, ok, param),
      Row("macOS flag true", [kSecUseDataProtectionKeychain: true], ok, ok, ok, ok, ok),
      Row("macOS flag false", [kSecUseDataProtectionKeychain: false], ok, ok, ok, ok, ok),
      Row("keychain", [kSecUseKeychain: "x"], param, param, param, noAttribute, param),
      Row(
        "search list", [kSecMatchSearchList: ["x"]], param, param, param, noAttribute, param),
    ]
  }

  @Test("Each row gives the expected status in each operation") func table() throws {
    for row in Self.rows() {
      let keychain = try TestKeychain()
      let base: Query = row.alone ? [:] : .generic("s")
      #expect(keychain.add(.generic("s", "there")).status == ok)
      #expect(
        keychain.add(base + [kSecAttrAccount: "new"].filter { _ in !row.alone } + row.entries)
          .status == row.add, "add: \(row.name)")
      #expect(keychain.find(base + row.entries).status == row.search, "search: \(row.name)")
      #expect(
        keychain.update(base + row.entries, [kSecAttrComment: "x"]) == row.updateQuery,
        "update, query: \(row.name)")
      #expect(
        keychain.update(.generic("s", "there"), row.entries) == row.updateValues,
        "update, values: \(row.name)")
      #expect(keychain.delete(base + row.entries) == row.delete, "delete: \(row.name)")
    }
  }

  @Test("A rejected call changes nothing")
  func refusalsHaveNoEffect() throws {
    for row in Self.rows() {
      let keychain = try TestKeychain()
      #expect(keychain.add(.generic("s", "there")).status == ok)
      #expect(keychain.add(.generic("s", "too")).status == ok)
      let before = keychain.all(.generic())
      if row.add != ok {
        _ = keychain.add((row.alone ? [:] : .generic("s", "new")) + row.entries)
      }
      if row.updateQuery != ok {
        _ = keychain.update(
          (row.alone ? [:] : .generic("s")) + row.entries, [kSecAttrComment: "x"])
      }
      if row.updateValues != ok { _ = keychain.update(.generic("s"), row.entries) }
      if row.delete != ok { _ = keychain.delete((row.alone ? [:] : .generic("s")) + row.entries) }
      #expect(keychain.all(.generic()) == before, "\(row.name)")
    }
  }

  @Test("A persistent reference to no item finds nothing, and an add makes a new item")
  func unknownReference() throws {
    let keychain = try TestKeychain()
    let reference = Data("genp".utf8) + Data(repeating: 7, count: 16)
    let entries: Query = [kSecValuePersistentRef: reference]
    #expect(keychain.find(entries).status == notFound)
    #expect(keychain.update(entries, [:]) == notFound)
    #expect(keychain.delete(entries) == notFound)
    #expect(keychain.add(entries + [kSecAttrService: "s"]).status == ok)
    #expect(keychain.update(.generic(), entries) == noAttribute)
    #expect(keychain.find(entries).status == notFound)
  }

  @Test("NULL instead of a dictionary gives -50 (D26)") func null() throws {
    let keychain = try TestKeychain()
    keychain.perform {
      var result: CFTypeRef? = "left" as NSString
      #expect(SecItemAdd(nil, &result) == param)
      #expect(result == nil)
      #expect(SecItemCopyMatching(nil, &result) == param)
      #expect(SecItemUpdate(nil, [:] as CFDictionary) == param)
      #expect(SecItemUpdate(Query.generic() as CFDictionary, nil) == param)
      #expect(SecItemDelete(nil) == param)
    }
  }

  @Test("Without an access group, every function gives -34018", .differsInKeychaind) func noGroups() throws {
    let keychain = try TestKeychain().seen(by: [])
    #expect(keychain.add(.generic("s")).status == entitlement)
    #expect(keychain.find(.generic("s")).status == entitlement)
    #expect(keychain.update(.generic("s"), [:]) == entitlement)
    #expect(keychain.delete(.generic("s")) == entitlement)
    #expect(keychain.add([kSecValueRef: try MadeCertificate("a").made(SecKey.made())]).status == entitlement)
    #expect(keychain.find(.certificates).status == entitlement)
  }

  @Test("The attributes of the class and the other keys of a dictionary are limited to 128 together")
  func keyLimit() throws {
    let keychain = try TestKeychain()
    func query(_ base: Query, _ others: Int) -> Query {
      // `others` is the number of keys that are not attributes: the key `kSecClass` in `base`, and the filler keys.
      base + Query(uniqueKeysWithValues: (1..<others).map { ("filler_\($0)", "x") })
    }
    #expect(keychain.find(query(.generic(), 128 - 38)).status == notFound)
    #expect(keychain.find(query(.generic(), 129 - 38)).status == param)
    #expect(keychain.find(query(.internet(), 128 - 48)).status == notFound)
    #expect(keychain.find(query(.internet(), 129 - 48)).status == param)
    #expect(keychain.find(query(.generic("s", "a"), 128 - 38)).status == notFound)
  }
}
