import Foundation
import Security
import Testing

/// Tests `kSecAttrAccessible` with an unlocked keychain that has no passcode (specification: secitem 5.1, 5.5;
/// compatibility: D32).
@Suite("Accessibility") struct AccessibilityTests {
  static let storable = ["ak", "ck", "dk", "aku", "cku", "dku"]

  @Test("The default accessibility is WhenUnlocked, except in some access groups") func defaults() throws {
    let keychain = try TestKeychain().seen(by: ["app", "com.apple.apsd"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.internet("s")).status == ok)
    let group: Query = [kSecAttrAccessGroup: "com.apple.apsd"]
    #expect(keychain.add(.generic("t") + group).status == ok)
    #expect(keychain.add(.generic("u") + group + [kSecAttrAccessible: "ak"]).status == ok)
    #expect(keychain.all(kSecAttrAccessible, .generic()) == ["ak", "dku", "ak"])
    #expect(keychain.all(kSecAttrAccessible, .internet()) == ["ak"])
  }

  @Test("The accessibility filters a search, and is not part of the uniqueness key") func filters() throws {
    let keychain = try TestKeychain()
    for constant in Self.storable {
      #expect(keychain.add(.generic(constant) + [kSecAttrAccessible: constant]).status == ok)
      #expect(keychain.add(.generic("ak") + [kSecAttrAccessible: constant]).status == duplicate)
    }
    for constant in Self.storable {
      let found = keychain.all(kSecAttrService, .generic() + [kSecAttrAccessible: constant])
      #expect(found == [constant])
    }
    for constant in ["akpu", "f"] {
      #expect(keychain.find(.generic() + [kSecAttrAccessible: constant]).status == notFound)
    }
  }

  @Test("An update changes any accessibility to any other, and nothing else") func changes() throws {
    let keychain = try TestKeychain()
    for from in Self.storable {
      for to in Self.storable {
        let item: Query = .generic("s") + [kSecAttrLabel: "l", kSecAttrAccessible: from]
        #expect(keychain.add(item.secret("x")).status == ok)
        let reference = keychain.reference(.generic("s"))
        #expect(keychain.update(.generic("s"), [kSecAttrAccessible: to]) == ok)
        let found = keychain.attributes([kSecValuePersistentRef: reference])
        #expect(found[kSecAttrAccessible] as? String == to)
        #expect(found[kSecAttrLabel] as? String == "l")
        #expect(keychain.secret(.generic("s")) == "x")
        #expect(keychain.delete(.generic("s")) == ok)
      }
    }
  }

  @Test("An update of the accessibility keeps a large secret") func largeSecret() throws {
    let keychain = try TestKeychain()
    let secret = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(keychain.add(.generic("s") + [kSecValueData: secret]).status == ok)
    for accessibility in ["dk", "cku", "ak"] {
      let values: Query = [kSecAttrAccessible: accessibility, kSecAttrComment: accessibility]
      #expect(keychain.update(.generic("s"), values) == ok)
      #expect(keychain.find(.generic("s") + [kSecReturnData: true]).data == secret)
    }
  }

  @Test("An accessibility that needs a passcode gives -25291 without a passcode (D32)")
  func passcode() throws {
    let keychain = try TestKeychain()
    let akpu: Query = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
    #expect(keychain.add(.generic("s") + akpu).status == unavailable)
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    #expect(keychain.update(.generic("s"), akpu) == unavailable)
    #expect(keychain.secret(.generic("s")) == "x")
    #expect(keychain.all(kSecAttrAccessible, .generic()) == ["ak"])
  }

  @Test("The accessibility until reboot is valid in a query, but cannot be stored") func untilReboot() throws {
    let keychain = try TestKeychain()
    let until: Query = [kSecAttrAccessible: "f"]
    #expect(keychain.add(.generic("s") + until).status == param)
    #expect(keychain.find(.generic("s") + until).status == notFound)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), until) == param)
    #expect(keychain.delete(.generic("s") + until) == notFound)
  }
}
