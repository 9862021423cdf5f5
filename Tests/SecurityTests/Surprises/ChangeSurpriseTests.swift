import Foundation
import LockTestSupport
import Security
import Synchronization
import Testing

/// Tests surprising behaviour of protection, groups, update and delete with passwords (specification: secitem 13, S51
/// to S84).
@Suite("Surprises: protection, groups and changes") struct ChangeSurpriseTests {
  @Test("The default accessibility depends on the group") func s51_defaultAccessibility() throws {
    let keychain = try TestKeychain().seen(by: ["com.apple.apsd", "app"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.generic("s") + [kSecAttrAccessGroup: "app"]).status == ok)
    #expect(keychain.all(kSecAttrAccessible, .generic()) == ["dku", "ak"])
  }

  @Test("An accessibility that needs a passcode gives -25291 without a passcode (D32)") func s52_akpu() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecAttrAccessible: "akpu"]).status == unavailable)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrAccessible: "akpu"]) == unavailable)
  }

  @Test("An access control on a synchronizable item gives -50, for any type of true")
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

  @Test("A synchronizable item can have an accessibility for this device only (D12)")
  func s54_thisDeviceOnly() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(Query.generic("s").synchronizable + ["pdmn": "aku"]).status == ok)
    #expect(keychain.attributes(Query.generic("s").synchronizable)["pdmn"] as? String == "aku")
  }

  @Test("The option to skip authentication gives -50 outside a search") func s56_skip() throws {
    let keychain = try TestKeychain()
    let skip: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    #expect(keychain.add(.generic("s") + skip).status == param)
    #expect(keychain.update(.generic("s") + skip, [:]) == param)
    #expect(keychain.delete(.generic("s") + skip) == param)
    #expect(keychain.find(.generic("s") + skip).status == notFound)
  }

  @Test("The accessibility until reboot is valid in a query, but cannot be stored") func s57_untilReboot() throws {
    let keychain = try TestKeychain()
    #expect(SecAccessControlCreateWithFlags(nil, "f" as CFString, [], nil) != nil)
    #expect(keychain.find(.generic() + [kSecAttrAccessible: "f"]).status == notFound)
    #expect(keychain.add(.generic("s") + [kSecAttrAccessible: "f"]).status == param)
  }

  @Test("An update can change the accessibility") func s58_accessibility() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrAccessible: "dku"]) == ok)
    #expect(keychain.all(kSecAttrAccessible, .generic()) == ["dku"])
  }

  @Test("A query that names a foreign group gives -34018, and otherwise foreign items are not found") func s59_foreign()
    throws
  {
    let keychain = try TestKeychain()
    let other = keychain.seen(by: ["other"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(other.find(.generic("s")).status == notFound)
    #expect(other.find(.generic("s") + [kSecAttrAccessGroup: "app"]).status == entitlement)
  }

  @Test("The default group is the first group of the list") func s60_firstGroup() throws {
    let keychain = try TestKeychain().seen(by: ["shared", "identifier"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.all(kSecAttrAccessGroup, .generic()) == ["shared"])
  }

  @Test("The group of tokens can be searched and not changed") func s61_token() throws {
    let keychain = try TestKeychain().seen(by: ["app", "com.apple.token"])
    let token: Query = [kSecAttrAccessGroup: "com.apple.token"]
    #expect(keychain.find(.generic() + token).status == notFound)
    #expect(keychain.add(.generic("s") + token).status == entitlement)
    #expect(keychain.delete(.generic() + token) == entitlement)
  }

  @Test("With only the group of tokens, a search gives -25300, and other operations give -34018", .differsInKeychaind)
  func s62_unentitled() throws {
    let keychain = try TestKeychain().seen(by: ["com.apple.token"])
    #expect(keychain.find(.generic()).status == notFound)
    #expect(keychain.add(.generic("s")).status == entitlement)
    #expect(keychain.update(.generic(), [:]) == entitlement)
    #expect(keychain.delete(.generic()) == entitlement)
  }

  @Test("Only a search accepts a group as data, and no operation accepts a number")
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

  @Test("A program whose first group is * adds to a group with the name *", .differsInKeychaind) func s64_star() throws
  {
    let keychain = try TestKeychain().seen(by: ["*", "app"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.all(kSecAttrAccessGroup, .generic()) == ["*"])
  }

  @Test("An update to another group keeps the persistent reference") func s65_moving() throws {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    #expect(keychain.add(.generic("s")).status == ok)
    let reference = keychain.reference(.generic("s"))
    #expect(keychain.update(.generic("s"), [kSecAttrAccessGroup: "two"]) == ok)
    #expect(keychain.reference(.generic("s") + [kSecAttrAccessGroup: "two"]) == reference)
  }

  @Test("An update by class changes every item") func s66_updateAll() throws {
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

  @Test("Only an update can set the creation date, and no call can set the modification date")
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

  @Test("Successive updates have strictly increasing modification dates") func s69_increasing() throws {
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

  @Test("A collision in an update rolls back every row") func s70_rollback() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.add(.generic("t", "b")).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrService: "t"]) == duplicate)
    #expect(keychain.all(kSecAttrService, .generic()) == ["s", "s", "t"])
  }

  @Test("A return key gives -50 in an update, and is ignored in a delete") func s71_returnKeys() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s") + [kSecReturnData: true], [:]) == param)
    #expect(keychain.delete(.generic("s") + [kSecReturnData: true]) == ok)
  }

  @Test("A delete by class deletes all local items in the program's groups except login (D36)")
  func s72_deleteAll() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.generic("s") + [kSecAttrAccessGroup: "login"]).status == ok)
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(keychain.delete(.generic()) == ok)
    #expect(keychain.all(kSecAttrAccessGroup, Query.generic().any) == ["app", "login"])
  }

  @Test(
    "A change of a local item is reported as not synchronizable (D28)")
  func s76_localNotification() throws {
    let told = Mutex<[Bool]>([])
    let keychain = try TestKeychain { change in
      told.withLock { $0.append(change.isSynchronizable) }
    }
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(told.withLock { $0 } == [false, true])
  }

  @Test("Foreign items are not found, so -25243 does not occur") func s77_noAccess() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let reference = keychain.reference(.generic("s"))
    let other = keychain.seen(by: ["other"])
    #expect(other.find([kSecValuePersistentRef: reference]).status == notFound)
    #expect(other.delete([kSecValuePersistentRef: reference]) == notFound)
  }

  @Test("An update checks sysb in the query, not in the new values") func s83_sysb() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), ["sysb": 1]) == ok)
    #expect(keychain.update(.generic("s") + ["sysb": 1], [:]) == entitlement)
  }

  @Test("An item can have 20 MB of data, because the limit is 64 MiB (D31)") func s84_size() throws {
    let keychain = try TestKeychain()
    let data = Data(repeating: 7, count: 20_000_000)
    #expect(keychain.add(.generic("s") + [kSecValueData: data]).status == ok)
    let found = keychain.find(.generic("s") + [kSecReturnData: true]).result as? NSData
    #expect(found?.length == data.count)
  }
}
