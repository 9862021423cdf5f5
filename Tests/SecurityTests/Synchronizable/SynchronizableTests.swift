import Foundation
import Security
import Testing

/// Tests `kSecAttrSynchronizable` (specification: secitem 6.1; compatibility: D12).
@Suite("Synchronizable items") struct SynchronizableTests {
  private func both() throws -> TestKeychain {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("local")).status == ok)
    #expect(keychain.add(Query.generic("s", "a").synchronizable.secret("synced")).status == ok)
    return keychain
  }

  @Test("A local and a synchronizable item with the same account coexist") func coexist() throws {
    let keychain = try both()
    #expect(keychain.add(Query.generic("s", "a").synchronizable).status == duplicate)
    #expect(keychain.count(Query.generic().any) == 2)
  }

  @Test("A query finds local items by default, and synchronizable items on request") func filter() throws {
    let keychain = try both()
    let rows: [(Any?, [String])] = [
      (nil, ["local"]), (false, ["local"]), (0, ["local"]), ("0", ["local"]), (true, ["synced"]),
      (1, ["synced"]), ("1", ["synced"]), (2, ["synced"]),
      (kSecAttrSynchronizableAny, ["local", "synced"]),
    ]
    for (value, expected) in rows {
      var query = Query.generic().all + [kSecReturnData: true]
      if let value { query[kSecAttrSynchronizable] = value }
      let found = keychain.find(query).array as? [Data] ?? []
      #expect(found.map { String(decoding: $0, as: UTF8.self) } == expected, "\(value as Any)")
    }
  }

  @Test("An update and a delete change only the kind of items that the query requests") func changes() throws {
    let keychain = try both()
    #expect(keychain.update(.generic(), [kSecAttrComment: "c"]) == ok)
    #expect(keychain.attributes(Query.generic().synchronizable)[kSecAttrComment] == nil)
    #expect(keychain.delete(.generic()) == ok)
    #expect(keychain.delete(.generic()) == notFound)
    #expect(keychain.secret(Query.generic().synchronizable) == "synced")
    #expect(keychain.update(Query.generic().synchronizable, [kSecAttrComment: "d"]) == ok)
    #expect(keychain.delete(Query.generic().any) == ok)
    #expect(keychain.find(Query.generic().any).status == notFound)
  }

  @Test("A persistent reference also finds a synchronizable item") func reference() throws {
    let keychain = try both()
    let reference = keychain.reference(Query.generic().synchronizable)
    #expect(keychain.secret([kSecValuePersistentRef: reference]) == "synced")
    #expect(keychain.update([kSecValuePersistentRef: reference], [kSecAttrComment: "c"]) == ok)
    #expect(keychain.delete([kSecValuePersistentRef: reference]) == ok)
    #expect(keychain.secret(.generic()) == "local")
  }

  @Test("The value Any makes a local item in an add, and changes nothing in new values") func any() throws {
    let keychain = try TestKeychain()
    let any: Query = [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
    #expect(keychain.add(.generic("s") + any).status == ok)
    #expect(keychain.attributes(.generic("s"))[kSecAttrSynchronizable] as? Int == 0)
    #expect(keychain.update(.generic("s"), any) == ok)
    #expect(keychain.count(.generic("s")) == 1)
    #expect(keychain.update(.generic("s"), [kSecAttrSynchronizable: true]) == ok)
    #expect(keychain.update(Query.generic("s").synchronizable, any) == ok)
    #expect(keychain.count(Query.generic("s").synchronizable) == 1)
  }

  @Test("An update makes an item synchronizable or local, and keeps the persistent reference")
  func moves() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    let reference = keychain.reference(.generic("s"))
    #expect(keychain.update(.generic("s"), [kSecAttrSynchronizable: true]) == ok)
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.secret([kSecValuePersistentRef: reference]) == "x")
    // A change from local to synchronizable leaves no tombstone. A change from synchronizable to local leaves a
    // tombstone.
    #expect(keychain.count(Query.generic().any + [kSecAttrTombstone: 1]) == 0)
    #expect(keychain.update(Query.generic("s").any, [kSecAttrSynchronizable: 0]) == ok)
    #expect(keychain.secret(.generic("s")) == "x")
    #expect(keychain.count(Query.generic().any + [kSecAttrTombstone: 1]) == 1)
  }

  @Test("An update that would make two items equal gives -25299") func collision() throws {
    let keychain = try both()
    #expect(keychain.update(.generic(), [kSecAttrSynchronizable: true]) == duplicate)
    #expect(keychain.update(Query.generic().any, [kSecAttrSynchronizable: true]) == duplicate)
    #expect(keychain.secret(.generic()) == "local")
    #expect(keychain.secret(Query.generic().synchronizable) == "synced")
  }

  @Test("A synchronizable item can have an accessibility for this device only, for any type of true (D12)")
  func thisDeviceOnly() throws {
    let spellings: [Any] = [true, 1, "1", NSNumber(value: true), 2, 1.0]
    let accessibilities = [
      kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecAttrAccessibleAlwaysThisDeviceOnly,
    ]
    let keychain = try TestKeychain()
    let stored = Query.generic("s").synchronizable + [kSecReturnAttributes: true]
    for truth in spellings {
      let synchronizable: Query = [kSecAttrSynchronizable: truth]
      for accessibility in accessibilities {
        let accessible: Query = [kSecAttrAccessible: accessibility]
        #expect(keychain.add(.generic("s") + synchronizable + accessible).status == ok)
        #expect(keychain.find(stored)[kSecAttrAccessible] as? String == accessibility as String)
        #expect(keychain.delete(Query.generic("s").any) == ok)
        #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
        #expect(keychain.update(Query.generic("s").synchronizable, accessible) == ok)
        #expect(keychain.find(stored)[kSecAttrAccessible] as? String == accessibility as String)
        #expect(keychain.delete(Query.generic("s").any) == ok)
        #expect(keychain.add(.generic("s") + accessible).status == ok)
        #expect(keychain.update(.generic("s"), synchronizable) == ok)
        #expect(keychain.find(stored)[kSecAttrAccessible] as? String == accessibility as String)
        #expect(keychain.delete(Query.generic("s").any) == ok)
      }
    }
    let passcode: Query = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
    #expect(keychain.add(stored + passcode).status == errSecNotAvailable)
  }

  @Test("For a synchronizable item, the accessibility that a group implies is not for this device only (D12)")
  func impliedAccessibility() throws {
    let keychain = try TestKeychain().seen(by: ["com.apple.apsd"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(keychain.all(kSecAttrAccessible, Query.generic().any) == ["dku", "ck"])
  }

  @Test("A synchronizable item cannot have a sharing group") func sharing() throws {
    let keychain = try TestKeychain().entitled(
      to: ["com.apple.private.keychain.kcsharing.client"])
    let group: Query = [kSecAttrSharingGroup: "g"]
    #expect(keychain.add(Query.generic("s").synchronizable + group).status == param)
    #expect(keychain.find(Query.generic("s").synchronizable + group).status == param)
  }
}
