import Foundation
import LockTestSupport
import Security
import Synchronization
import Testing

/// Surprising behaviour of protection, groups, update and delete with passwords (specification: secitem 13, S51 to
/// S84).
@Suite("Surprises: protection, groups and changes") struct ChangeSurpriseTests {
  @Test("The default accessibility depends on the group") func s51_defaultAccessibility() throws {
    let keychain = try TestKeychain().seen(by: ["com.apple.apsd", "app"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.generic("s") + [kSecAttrAccessGroup: "app"]).status == ok)
    #expect(keychain.all(kSecAttrAccessible, .generic()) == ["dku", "ak"])
  }

  @Test("With a passcode only and none set: -25291 in add and update (D32)") func s52_akpu() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecAttrAccessible: "akpu"]).status == unavailable)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrAccessible: "akpu"]) == unavailable)
  }

  @Test("An access control and synchronizable: -50 in every spelling (not only the Boolean)")
  func s53_accessControlAndSynchronizable() throws {
    let keychain = try TestKeychain()
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], nil))
    for truth in [true, 1, "1"] as [Any] {
      let item =
        Query.generic("s") + [
          kSecAttrAccessControl: control, kSecAttrSynchronizable: truth,
        ]
      #expect(keychain.add(item).status == param)
    }
  }

  @Test("This device only and synchronizable are accepted together (D12)")
  func s54_thisDeviceOnly() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(Query.generic("s").synchronizable + ["pdmn": "aku"]).status == ok)
    #expect(keychain.attributes(Query.generic("s").synchronizable)["pdmn"] as? String == "aku")
  }

  @Test("Skipping authentication outside a search is -50") func s56_skip() throws {
    let keychain = try TestKeychain()
    let skip: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    #expect(keychain.add(.generic("s") + skip).status == param)
    #expect(keychain.update(.generic("s") + skip, [:]) == param)
    #expect(keychain.delete(.generic("s") + skip) == param)
    #expect(keychain.find(.generic("s") + skip).status == notFound)
  }

  @Test("Until reboot is valid and cannot be stored") func s57_untilReboot() throws {
    let keychain = try TestKeychain()
    #expect(SecAccessControlCreateWithFlags(nil, "f" as CFString, [], nil) != nil)
    #expect(keychain.find(.generic() + [kSecAttrAccessible: "f"]).status == notFound)
    #expect(keychain.add(.generic("s") + [kSecAttrAccessible: "f"]).status == param)
  }

  @Test("The accessibility may be changed by update") func s58_accessibility() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrAccessible: "dku"]) == ok)
    #expect(keychain.all(kSecAttrAccessible, .generic()) == ["dku"])
  }

  @Test("A foreign group that is named: -34018; reached implicitly: -25300") func s59_foreign()
    throws
  {
    let keychain = try TestKeychain()
    let other = keychain.seen(by: ["other"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(other.find(.generic("s")).status == notFound)
    #expect(other.find(.generic("s") + [kSecAttrAccessGroup: "app"]).status == entitlement)
  }

  @Test("The default group is the first of the list") func s60_firstGroup() throws {
    let keychain = try TestKeychain().seen(by: ["shared", "identifier"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.all(kSecAttrAccessGroup, .generic()) == ["shared"])
  }

  @Test("The token group is readable, never writable") func s61_token() throws {
    let keychain = try TestKeychain().seen(by: ["app", "com.apple.token"])
    let token: Query = [kSecAttrAccessGroup: "com.apple.token"]
    #expect(keychain.find(.generic() + token).status == notFound)
    #expect(keychain.add(.generic("s") + token).status == entitlement)
    #expect(keychain.delete(.generic() + token) == entitlement)
  }

  @Test("With the token group alone: -25300 from a search, -34018 from the others")
  func s62_unentitled() throws {
    let keychain = try TestKeychain().seen(by: ["com.apple.token"])
    #expect(keychain.find(.generic()).status == notFound)
    #expect(keychain.add(.generic("s")).status == entitlement)
    #expect(keychain.update(.generic(), [:]) == entitlement)
    #expect(keychain.delete(.generic()) == entitlement)
  }

  @Test("A group as data works in a search only; as a number by the operation")
  func s63_groupTypes() throws {
    let keychain = try TestKeychain()
    let data: Query = [kSecAttrAccessGroup: Data("app".utf8)]
    let number: Query = [kSecAttrAccessGroup: 5]
    #expect(keychain.find(.generic() + data).status == notFound)
    #expect(keychain.add(.generic("s") + data).status == entitlement)
    #expect(keychain.delete(.generic() + data) == entitlement)
    #expect(keychain.find(.generic() + number).status == param)
    #expect(keychain.add(.generic("s") + number).status == param)
    #expect(keychain.delete(.generic() + number) == entitlement)
  }

  @Test("A program with * adds under its first element, literally") func s64_star() throws {
    let keychain = try TestKeychain().seen(by: ["*", "app"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.all(kSecAttrAccessGroup, .generic()) == ["*"])
  }

  @Test("Moving an item to another group by update keeps its reference") func s65_moving() throws {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    #expect(keychain.add(.generic("s")).status == ok)
    let reference = keychain.reference(.generic("s"))
    #expect(keychain.update(.generic("s"), [kSecAttrAccessGroup: "two"]) == ok)
    #expect(keychain.reference(.generic("s") + [kSecAttrAccessGroup: "two"]) == reference)
  }

  @Test("A class alone in an update touches every item") func s66_updateAll() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.update(.generic(), [kSecAttrComment: "c"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["c", "c"])
  }

  @Test("An empty update sets the modification date") func s67_emptyUpdate() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic("s")).status == ok)
    clock.advance(1)
    #expect(keychain.update(.generic("s"), [:]) == ok)
    #expect(keychain.attributes(.generic())[kSecAttrModificationDate] as? Date == clock.date)
  }

  @Test("The creation date is settable by update, not by add; the modification date by neither")
  func s68_dates() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    let dates: Query = [
      kSecAttrCreationDate: Date.distantPast, kSecAttrModificationDate: Date.distantPast,
    ]
    #expect(keychain.add(.generic("s") + dates).status == ok)
    #expect(keychain.attributes(.generic())[kSecAttrCreationDate] as? Date == clock.date)
    #expect(keychain.update(.generic("s"), dates) == ok)
    #expect(keychain.attributes(.generic())[kSecAttrCreationDate] as? Date == .distantPast)
    let modified = keychain.attributes(.generic())[kSecAttrModificationDate] as? Date
    #expect(modified ?? .distantPast >= clock.date)
  }

  @Test("Successive updates have strictly increasing dates") func s69_increasing() throws {
    let keychain = try TestKeychain(clock: TestKeychainClock())
    #expect(keychain.add(.generic("s")).status == ok)
    var dates: [Date] = []
    for _ in 0..<3 {
      #expect(keychain.update(.generic("s"), [:]) == ok)
      dates.append(
        keychain.attributes(.generic())[kSecAttrModificationDate] as? Date ?? .distantPast)
    }
    #expect(dates[0] < dates[1] && dates[1] < dates[2])
  }

  @Test("A collision rolls back every row of the call") func s70_rollback() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.add(.generic("t", "b")).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrService: "t"]) == duplicate)
    #expect(keychain.all(kSecAttrService, .generic()) == ["s", "s", "t"])
  }

  @Test("Return keys: -50 in an update, ignored in a delete") func s71_returnKeys() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s") + [kSecReturnData: true], [:]) == param)
    #expect(keychain.delete(.generic("s") + [kSecReturnData: true]) == ok)
  }

  @Test("A class alone in a delete: all local items in one's groups, login excepted (D36)")
  func s72_deleteAll() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.generic("s") + [kSecAttrAccessGroup: "login"]).status == ok)
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(keychain.delete(.generic()) == ok)
    #expect(keychain.all(kSecAttrAccessGroup, Query.generic().any) == ["app", "login"])
  }

  @Test(
    "keychainchanged is not told of local items; latchkey.changed is (D28)")
  func s76_localNotification() throws {
    let told = Mutex<[Bool]>([])
    let keychain = try TestKeychain { change in
      told.withLock { $0.append(change.isSynchronizable) }
    }
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(told.withLock { $0 } == [false, true])
  }

  @Test("-25243 does not occur: the items of others are not found") func s77_noAccess() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let reference = keychain.reference(.generic("s"))
    let other = keychain.seen(by: ["other"])
    #expect(other.find([kSecValuePersistentRef: reference]).status == notFound)
    #expect(other.delete([kSecValuePersistentRef: reference]) == notFound)
  }

  @Test("sysb is checked in the query of an update, not in the new values") func s83_sysb() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), ["sysb": 1]) == ok)
    #expect(keychain.update(.generic("s") + ["sysb": 1], [:]) == entitlement)
  }

  @Test("20 MB of data are stored; the limit is 64 MiB (D31)") func s84_size() throws {
    let keychain = try TestKeychain()
    let data = Data(repeating: 7, count: 20_000_000)
    #expect(keychain.add(.generic("s") + [kSecValueData: data]).status == ok)
    let found = keychain.find(.generic("s") + [kSecReturnData: true]).result as? NSData
    #expect(found?.length == data.count)
  }
}
