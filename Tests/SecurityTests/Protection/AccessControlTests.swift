import Foundation
import Security
import Testing

/// Tests `kSecAttrAccessControl` with access controls that have no constraints (specification: secitem 5.6).
@Suite("Access control") struct AccessControlTests {
  private func control(_ protection: CFString) throws -> SecAccessControl {
    try #require(SecAccessControlCreateWithFlags(nil, protection, [], nil))
  }

  @Test("The protection of an access control is the accessibility of the item") func protection() throws {
    let keychain = try TestKeychain()
    let control = try control(kSecAttrAccessibleAfterFirstUnlock)
    let added = keychain.add(
      .generic("s").secret("x") + [kSecAttrAccessControl: control, kSecReturnAttributes: true])
    #expect(added.status == ok)
    #expect(added[kSecAttrAccessControl] as? SecAccessControl == control)
    let found = keychain.attributes(.generic("s"))
    #expect(found[kSecAttrAccessible] as? String == "ck")
    #expect(found[kSecAttrAccessControl] as? SecAccessControl == control)
    #expect(keychain.find(.generic() + [kSecAttrAccessible: "ck"]).status == ok)
    #expect(keychain.secret(.generic("s")) == "x")
  }

  @Test("An access control in a query does not filter") func noFilter() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecAttrAccessible: "ak"]).status == ok)
    let other = try control(kSecAttrAccessibleAlways)
    #expect(keychain.find(.generic("s") + [kSecAttrAccessControl: other]).status == ok)
    #expect(keychain.delete(.generic("s") + [kSecAttrAccessControl: other]) == ok)
  }

  @Test("An access control together with an accessibility gives -50 in every operation") func conflict() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let both: Query = [
      kSecAttrAccessControl: try control(kSecAttrAccessibleWhenUnlocked),
      kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
    ]
    #expect(keychain.add(.generic("t") + both).status == param)
    #expect(keychain.find(.generic("s") + both).status == param)
    #expect(keychain.update(.generic("s") + both, [:]) == param)
    #expect(keychain.update(.generic("s"), both) == param)
    #expect(keychain.delete(.generic("s") + both) == param)
  }

  @Test("The access control of a plain item is accepted only with the same accessibility")
  func plain() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let plain = try #require(keychain.attributes(.generic("s"))[kSecAttrAccessControl])
    let control: Query = [kSecAttrAccessControl: plain]
    #expect(keychain.find(.generic("s") + control + [kSecAttrAccessible: "ak"]).status == ok)
    #expect(keychain.find(.generic("s") + control + [kSecAttrAccessible: "ck"]).status == param)
    #expect(keychain.add(.generic("t") + control + [kSecAttrAccessible: "ak"]).status == ok)
    #expect(keychain.update(.generic("s"), control + [kSecAttrAccessible: "ak"]) == ok)
  }

  @Test("An update sets or replaces an access control, and an accessibility removes the access control")
  func updates() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    func found() -> SecAccessControl? {
      keychain.attributes(.generic("s"))[kSecAttrAccessControl] as? SecAccessControl
    }
    for protection in [kSecAttrAccessibleAlways, kSecAttrAccessibleAfterFirstUnlock] {
      let control = try control(protection)
      #expect(keychain.update(.generic("s"), [kSecAttrAccessControl: control]) == ok)
      #expect(found() == control)
      #expect(keychain.secret(.generic("s")) == "x")
    }
    #expect(keychain.update(.generic("s"), [kSecAttrComment: "c"]) == ok)
    let last = try control(kSecAttrAccessibleAfterFirstUnlock)
    #expect(found() == last)
    #expect(keychain.update(.generic("s"), [kSecAttrAccessible: "ck"]) == ok)
    #expect(found() != last)
    #expect(keychain.add(.generic("plain") + [kSecAttrAccessible: "ck"]).status == ok)
    let plain = keychain.attributes(.generic("plain"))[kSecAttrAccessControl] as? SecAccessControl
    #expect(plain != nil)
    #expect(found() == plain)
    #expect(keychain.secret(.generic("s")) == "x")
  }

  @Test("A synchronizable item cannot have an access control") func synchronizable() throws {
    let keychain = try TestKeychain()
    let control: Query = [kSecAttrAccessControl: try control(kSecAttrAccessibleAlways)]
    for truth in [true, 1, "1"] as [Any] {
      let synchronizable: Query = [kSecAttrSynchronizable: truth]
      #expect(keychain.add(.generic("s") + synchronizable + control).status == param)
      #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
      #expect(keychain.update(Query.generic("s").synchronizable, control) == param)
      #expect(keychain.add(.generic("t") + control).status == ok)
      #expect(keychain.update(.generic("t"), synchronizable) == param)
      #expect(keychain.delete(Query.generic().any) == ok)
    }
  }

  @Test("An access control until reboot gives -50, and with a passcode only -25291") func unstorable() throws {
    let keychain = try TestKeychain()
    let until: Query = [kSecAttrAccessControl: try control("f")]
    #expect(keychain.add(.generic("s") + until).status == param)
    let akpu: Query = [
      kSecAttrAccessControl: try control(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
    ]
    #expect(keychain.add(.generic("s") + akpu).status == unavailable)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), until) == param)
    #expect(keychain.update(.generic("s"), akpu) == unavailable)
  }
}
