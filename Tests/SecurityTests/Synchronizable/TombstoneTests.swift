import Foundation
import LockTestSupport
import Security
import Testing

/// Tests the tombstones of deleted synchronizable items (specification: secitem 6.2, 3.4.1, 7.2).
@Suite("Tombstones") struct TombstoneTests {
  static var dead: Query { [kSecAttrTombstone: 1] }

  private func keep(_ value: Any) -> Query { [kSecUseTombstones: value] }

  @Test("The policy and the kind of item decide whether a delete leaves a tombstone") func policies() throws {
    let rows: [(policy: Any?, synchronizable: Bool, leaves: Bool)] = [
      (nil, false, false), (nil, true, true), (true, false, true), (true, true, true),
      (false, false, false), (false, true, false), (1, false, true), (0, true, false),
      ("1", false, true), ("0", true, false), ("x", true, false),
    ]
    for row in rows {
      let keychain = try TestKeychain()
      let item: Query = .generic("s", "a") + [kSecAttrSynchronizable: row.synchronizable]
      #expect(keychain.add(item.secret("x")).status == ok)
      #expect(keychain.delete(item + (row.policy.map(keep) ?? [:])) == ok)
      #expect(keychain.find(item).status == notFound)
      #expect(keychain.delete(item) == notFound)
      #expect((keychain.find(item + Self.dead).status == ok) == row.leaves, "\(row)")
    }
  }

  @Test("The policy for tombstones must be a Boolean, a number or a string") func policyTypes() throws {
    let keychain = try TestKeychain()
    for value in [Data(), Date(), NSNull(), ["x"]] as [Any] {
      #expect(keychain.delete(.generic("s") + keep(value)) == param)
      #expect(keychain.find(.generic("s") + keep(value)).status == param)
    }
  }

  @Test("A tombstone keeps only the uniqueness key, the accessibility and the creation date")
  func content() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    let item = Query.generic("s", "a").synchronizable
    let further: Query = [kSecAttrLabel: "l", kSecAttrComment: "c", kSecAttrAccessible: "ck"]
    #expect(keychain.add((item + further).secret("x")).status == ok)
    let before = keychain.attributes(item)
    clock.advance(5)
    #expect(keychain.delete(item) == ok)
    let found = keychain.find(
      item + Self.dead + [kSecReturnAttributes: true, kSecReturnData: true])
    #expect(
      found.keys == [
        "acct", "svce", "agrp", "sync", "tomb", "pdmn", "cdat", "mdat", "musr", "sha1", "accc",
      ])
    #expect(found[kSecAttrAccount] as? String == "a")
    #expect(found["tomb"] as? Int == 1)
    #expect(found[kSecAttrAccessible] as? String == "ck")
    #expect(found[kSecAttrCreationDate] as? Date == before[kSecAttrCreationDate] as? Date)
    #expect(found[kSecAttrModificationDate] as? Date == clock.date)
  }

  @Test("The date of a tombstone is later than the item's date, even if the clock goes back") func date() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    let item = Query.generic("s").synchronizable
    #expect(keychain.add(item).status == ok)
    clock.advance(-100)
    #expect(keychain.delete(item) == ok)
    func date(_ query: Query) -> Double {
      (keychain.attributes(query)[kSecAttrModificationDate] as? Date ?? .distantPast)
        .timeIntervalSinceReferenceDate - clock.now
    }
    #expect(abs(date(item + Self.dead) - 100.001) < 1e-5)
    #expect(keychain.add(item).status == ok)
    #expect(abs(date(item) - 100.002) < 1e-5)
  }

  @Test("An add of an equal item keeps only the persistent reference and the position of the tombstone")
  func revival() throws {
    let keychain = try TestKeychain()
    let items = ["a", "b", "c"].map { Query.generic("s", $0).synchronizable }
    for item in items {
      #expect(keychain.add(item.secret("old") + [kSecAttrLabel: "old"]).status == ok)
    }
    let reference = keychain.reference(items[0])
    #expect(keychain.delete(items[0]) == ok)
    #expect(keychain.find([kSecValuePersistentRef: reference]).status == notFound)
    #expect(keychain.update([kSecValuePersistentRef: reference], [:]) == notFound)
    #expect(keychain.add(items[0].secret("new") + [kSecAttrComment: "c"]).status == ok)
    #expect(keychain.secret([kSecValuePersistentRef: reference]) == "new")
    #expect(keychain.attributes([kSecValuePersistentRef: reference])[kSecAttrLabel] == nil)
    #expect(
      keychain.all(kSecAttrAccount, Query.generic().synchronizable) == ["a", "b", "c"])
    #expect(keychain.count(Query.generic().any + Self.dead) == 0)
  }

  @Test("An add that replaces a tombstone returns the old persistent reference") func revivedReference() throws {
    let keychain = try TestKeychain()
    let item = Query.generic("s").synchronizable
    let first = keychain.add(item + [kSecReturnPersistentRef: true]).data
    #expect(keychain.delete(item) == ok)
    #expect(keychain.add(item + [kSecReturnPersistentRef: true]).data == first)
  }

  @Test("A local item that is added again has a new persistent reference") func localReference() throws {
    let keychain = try TestKeychain()
    let first = keychain.add(.generic("s") + [kSecReturnPersistentRef: true]).data
    #expect(keychain.delete(.generic("s")) == ok)
    let second = keychain.add(.generic("s") + [kSecReturnPersistentRef: true]).data
    #expect(first != second)
    #expect(keychain.find([kSecValuePersistentRef: first as Any]).status == notFound)
  }

  @Test("A change of the uniqueness key leaves a tombstone with a new persistent reference") func moved() throws {
    let keychain = try TestKeychain()
    let item = Query.generic("s", "a").synchronizable
    #expect(keychain.add(item.secret("x")).status == ok)
    let reference = keychain.reference(item)
    #expect(keychain.update(item, [kSecAttrComment: "c"]) == ok)
    #expect(keychain.count(Query.generic().any + Self.dead) == 0)
    #expect(keychain.update(item, [kSecAttrAccount: "b"]) == ok)
    let tombstone = item + Self.dead
    #expect(keychain.all(kSecAttrAccount, tombstone) == ["a"])
    #expect(keychain.reference(tombstone) != reference)
    #expect(keychain.secret([kSecValuePersistentRef: reference]) == "x")
  }

  @Test("A change of the uniqueness key of a local item leaves a tombstone only on request")
  func movedLocal() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a")).status == ok)
    #expect(keychain.update(.generic("s", "a"), [kSecAttrAccount: "b"]) == ok)
    #expect(keychain.count(.generic() + Self.dead) == 0)
    #expect(keychain.update(.generic("s", "b") + keep(true), [kSecAttrAccount: "c"]) == ok)
    #expect(keychain.all(kSecAttrAccount, .generic() + Self.dead) == ["b"])
    let synced = Query.generic("t", "a").synchronizable
    #expect(keychain.add(synced).status == ok)
    #expect(keychain.update(synced + keep(false), [kSecAttrAccount: "b"]) == ok)
    #expect(keychain.count(synced + Self.dead) == 0)
  }

  @Test("An update can replace a tombstone, and the updated item keeps its reference") func onto() throws {
    let keychain = try TestKeychain()
    let old = Query.generic("s", "a").synchronizable
    let other = Query.generic("s", "b").synchronizable
    #expect(keychain.add(old).status == ok)
    let oldReference = keychain.reference(old)
    #expect(keychain.delete(old) == ok)
    #expect(keychain.add(other.secret("x")).status == ok)
    let reference = keychain.reference(other)
    #expect(keychain.update(other, [kSecAttrAccount: "a"]) == ok)
    #expect(keychain.reference(old) == reference)
    #expect(keychain.secret(old) == "x")
    #expect(keychain.find([kSecValuePersistentRef: oldReference]).status == notFound)
    #expect(keychain.all(kSecAttrAccount, Query.generic().any + Self.dead) == ["b"])
  }

  @Test("A delete removes a tombstone unless the policy is true") func deleting() throws {
    let keychain = try TestKeychain()
    let item = Query.generic("s").synchronizable
    #expect(keychain.add(item).status == ok)
    #expect(keychain.delete(item) == ok)
    #expect(keychain.delete(item + Self.dead + keep(true)) == ok)
    #expect(keychain.find(item + Self.dead).status == ok)
    #expect(keychain.delete(item + Self.dead) == ok)
    #expect(keychain.find(item + Self.dead).status == notFound)
  }

  @Test("An add can make a tombstone directly") func direct() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + Self.dead).status == ok)
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.find(.generic("s") + Self.dead).status == ok)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.find(.generic("s")).status == ok)
  }
}
