import Foundation
import Security
import Testing

/// Tests the rules for the list of access groups of a program (specification: secitem 4.2; compatibility: D36;
/// README.md, "Who a program is").
@Suite("Access groups") struct AccessGroupTests {
  @Test("An add stores an item in the first group, and a search reads every group") func firstGroup() throws {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    #expect(keychain.add(.generic("s", "a")).status == ok)
    #expect(keychain.add(.generic("s", "b") + [kSecAttrAccessGroup: "two"]).status == ok)
    #expect(keychain.all(kSecAttrAccessGroup, .generic()) == ["one", "two"])
    #expect(
      keychain.all(kSecAttrAccount, .generic() + [kSecAttrAccessGroup: "two"]) == ["b"])
  }

  @Test("Every operation accepts a group of the program and rejects a foreign group") func named() throws {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    #expect(keychain.add(.generic("s")).status == ok)
    let own: Query = [kSecAttrAccessGroup: "two"]
    #expect(keychain.find(.generic() + own).status == notFound)
    #expect(keychain.update(.generic() + own, [:]) == notFound)
    #expect(keychain.delete(.generic() + own) == notFound)
    for name in ["three", "ONE", "on", "one ", "*", "", "o*"] {
      let foreign: Query = [kSecAttrAccessGroup: name]
      #expect(keychain.add(.generic("t") + foreign).status == entitlement, "\(name)")
      #expect(keychain.find(.generic() + foreign).status == entitlement, "\(name)")
      #expect(keychain.update(.generic() + foreign, [:]) == entitlement, "\(name)")
      #expect(keychain.update(.generic(), foreign) == entitlement, "\(name)")
      #expect(keychain.delete(.generic() + foreign) == entitlement, "\(name)")
    }
  }

  @Test("A program does not find the items of foreign groups, even by reference") func others() throws {
    let mine = try TestKeychain().seen(by: ["one"])
    let theirs = mine.seen(by: ["two"])
    #expect(mine.add(.generic("s", "a").secret("x")).status == ok)
    let persistent = mine.reference(.generic("s"))
    let reference = mine.find(.generic("s") + [kSecReturnRef: true]).result as Any
    let named: [Query] = [
      .generic("s"), [kSecValuePersistentRef: persistent], [kSecValueRef: reference],
      .generic() + [kSecMatchItemList: [reference]], .generic() + [kSecUseItemList: [persistent]],
    ]
    for query in named {
      #expect(theirs.find(query).status == notFound, "\(query)")
      #expect(theirs.delete(query) == notFound, "\(query)")
      #expect(theirs.update(query, [:]) == notFound, "\(query)")
    }
    // An equal item in the other program's group is a separate item.
    #expect(theirs.add(.generic("s", "a").secret("y")).status == ok)
    #expect(mine.secret(.generic("s")) == "x")
    #expect(theirs.delete(.generic()) == ok)
    #expect(mine.secret(.generic("s")) == "x")
  }

  @Test("The group of tokens can be searched and not changed") func tokenGroup() throws {
    let token = "com.apple.token"
    let keychain = try TestKeychain().seen(by: ["one", token])
    #expect(keychain.add(.generic("s")).status == ok)
    let named: Query = [kSecAttrAccessGroup: token]
    #expect(keychain.find(.generic() + named).status == notFound)
    #expect(keychain.add(.generic("t") + named).status == entitlement)
    #expect(keychain.update(.generic() + named, [:]) == entitlement)
    #expect(keychain.update(.generic(), named) == entitlement)
    #expect(keychain.delete(.generic() + named) == entitlement)
  }

  @Test("A program with only the group of tokens can search, and not change items", .differsInKeychaind)
  func tokenOnly() throws {
    let keychain = try TestKeychain().seen(by: ["com.apple.token"])
    #expect(keychain.find(.generic()).status == notFound)
    #expect(keychain.add(.generic("s")).status == entitlement)
    #expect(keychain.update(.generic(), [:]) == entitlement)
    #expect(keychain.delete(.generic()) == entitlement)
  }

  @Test("Only a search accepts a group as data, and no operation accepts a number") func types()
    throws
  {
    let keychain = try TestKeychain().seen(by: ["one"])
    #expect(keychain.add(.generic("s")).status == ok)
    let data: Query = [kSecAttrAccessGroup: Data("one".utf8)]
    #expect(keychain.find(.generic() + data).status == ok)
    #expect(
      keychain.find(.generic() + [kSecAttrAccessGroup: Data("two".utf8)]).status == entitlement)
    #expect(keychain.find(.generic() + [kSecAttrAccessGroup: Data([0xFF])]).status == param)
    #expect(keychain.add(.generic("t") + data).status == entitlement)
    #expect(keychain.update(.generic() + data, [:]) == entitlement)
    #expect(keychain.update(.generic(), data) == entitlement)
    #expect(keychain.delete(.generic() + data) == entitlement)
    let number: Query = [kSecAttrAccessGroup: 5]
    #expect(keychain.find(.generic() + number).status == param)
    #expect(keychain.add(.generic("t") + number).status == param)
    #expect(keychain.update(.generic() + number, [:]) == entitlement)
    #expect(keychain.update(.generic(), number) == entitlement)
    #expect(keychain.delete(.generic() + number) == entitlement)
  }

  @Test("The group * in the list stands for every group, and an add uses the first group", .differsInKeychaind)
  func everyGroup() throws {
    let one = try TestKeychain().seen(by: ["one"])
    let tool = one.seen(by: ["login", "*"])
    #expect(one.add(.generic("s", "a")).status == ok)
    #expect(tool.add(.generic("s", "b")).status == ok)
    #expect(tool.add(.generic("s", "c") + [kSecAttrAccessGroup: "three"]).status == ok)
    #expect(tool.all(kSecAttrAccessGroup, .generic()) == ["one", "login", "three"])
    #expect(
      tool.all(kSecAttrAccount, .generic() + [kSecAttrAccessGroup: "three"]) == ["c"])
    #expect(tool.find(.generic() + [kSecAttrAccessGroup: "none"]).status == notFound)
    #expect(
      tool.add(.generic("t") + [kSecAttrAccessGroup: "com.apple.token"]).status == entitlement)
    #expect(tool.update(.generic("s"), [kSecAttrComment: "seen"]) == ok)
    #expect(tool.all(kSecAttrComment, .generic()) == ["seen", "seen", "seen"])
    #expect(tool.delete(.generic()) == ok)
    #expect(one.find(.generic()).status == notFound)
  }

  @Test("If * is the first group, an add stores items in a group with the name *", .differsInKeychaind)
  func literalStar() throws {
    let keychain = try TestKeychain().seen(by: ["*"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.all(kSecAttrAccessGroup, .generic()) == ["*"])
  }

  @Test("A search includes the group login, and an update or a delete must name the group (D36)")
  func login() throws {
    let keychain = try TestKeychain()
    let tool = keychain.seen(by: ["login", "*"])
    #expect(tool.add(.generic("s", "person").secret("x")).status == ok)
    #expect(keychain.secret(.generic("s")) == "x")
    #expect(keychain.update(.generic(), [kSecAttrComment: "c"]) == notFound)
    #expect(keychain.delete(.generic()) == notFound)
    #expect(keychain.delete(.generic("s", "person")) == notFound)
    #expect(keychain.add(.generic("s", "mine")).status == ok)
    #expect(keychain.delete(.generic()) == ok)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["person"])

    let login: Query = [kSecAttrAccessGroup: "login"]
    #expect(keychain.update(.generic("s") + login, [kSecAttrComment: "c"]) == ok)
    #expect(keychain.add(.generic("t") + login).status == ok)
    #expect(keychain.update(.generic("t") + login, [kSecAttrAccessGroup: "app"]) == ok)
    #expect(keychain.delete(.generic("s") + login) == ok)
    #expect(keychain.all(kSecAttrService, .generic()) == ["t"])
  }

  @Test("A search returns a program's own items before older items of the group login (D42)")
  func ownFirst() throws {
    let keychain = try TestKeychain()
    let tool = keychain.seen(by: ["login", "*"])
    #expect(tool.add(.generic("s", "a").secret("old")).status == ok)
    #expect(tool.add(.generic("s", "b").secret("other")).status == ok)
    #expect(keychain.add(.generic("s", "a").secret("new")).status == ok)
    #expect(keychain.secret(.generic("s", "a")) == "new")
    #expect(keychain.secret(.generic("s", "b")) == "other")
    #expect(keychain.all(kSecAttrAccessGroup, .generic("s")) == ["app", "login", "login"])
    let two: Query = .generic("s") + [kSecMatchLimit: 2, kSecReturnData: true]
    #expect(
      keychain.find(two).array as? [Data] == [Data("new".utf8), Data("old".utf8)])
    #expect(keychain.secret(.generic("s") + [kSecAttrAccessGroup: "login"]) == "old")
  }

  @Test(
    "If the entitlements of a program list login, a search returns the items of all groups in creation order",
    .differsInKeychaind)
  func entitledOrder() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a") + [kSecAttrAccessGroup: "login"]).status == ok)
    #expect(keychain.add(.generic("s", "b")).status == ok)
    let entitled = keychain.seen(by: ["app", "login"])
    #expect(entitled.all(kSecAttrAccessGroup, .generic("s")) == ["login", "app"])
  }

  @Test("A search returns a program's own identity before an identity with a part in the group login (D42)")
  func ownIdentityFirst() throws {
    let keychain = try TestKeychain()
    let tool = keychain.seen(by: ["login", "*"])
    var identities: [SecIdentity] = []
    for number in 0..<3 {
      let key = try SecKey.made()
      let certificate = try MadeCertificate("\(number)", serial: number + 1).made(key)
      identities.append(try #require(SecIdentityCreate(nil, certificate, key)))
    }
    #expect(tool.add([kSecValueRef: identities[0]]).status == ok)
    #expect(tool.add([kSecValueRef: try #require(identities[1].itsCertificate)]).status == ok)
    #expect(keychain.add([kSecValueRef: try #require(identities[1].itsKey)]).status == ok)
    #expect(keychain.add([kSecValueRef: identities[2]]).status == ok)
    let query: Query = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
    #expect(keychain.find(query).result as? SecIdentity == identities[2])
    #expect(
      keychain.find(query.all).array as? [SecIdentity]
        == [identities[2], identities[0], identities[1]])
    #expect(keychain.find(query + [kSecMatchLimit: 2]).array.count == 2)
  }

  @Test("An update and a delete by reference reach an item in the group login") func loginByReference() throws {
    let keychain = try TestKeychain()
    let tool = keychain.seen(by: ["login", "*"])
    let names: [(String, (TestKeychain) -> Query)] = [
      ("reference", { [kSecValueRef: $0.find(.generic() + [kSecReturnRef: true]).result as Any] }),
      ("persistent reference", { [kSecValuePersistentRef: $0.reference(.generic())] }),
      ("item list", { .generic() + [kSecMatchItemList: [$0.reference(.generic())]] }),
    ]
    for (name, query) in names {
      #expect(tool.add(.generic("s", "person")).status == ok)
      let query = query(keychain)
      #expect(keychain.update(query, [kSecAttrComment: "c"]) == ok, "\(name)")
      #expect(keychain.delete(query) == ok, "\(name)")
      #expect(keychain.find(.generic()).status == notFound, "\(name)")
    }
  }

  @Test(
    "If the entitlements of a program list login, a delete reaches login without naming the group", .differsInKeychaind)
  func entitledLogin() throws {
    let keychain = try TestKeychain().seen(by: ["app", "login"])
    #expect(keychain.add(.generic("s") + [kSecAttrAccessGroup: "login"]).status == ok)
    #expect(keychain.delete(.generic()) == ok)
  }

  @Test("Groups are compared byte for byte") func bytes() throws {
    let composed = "caf\u{e9}"
    let decomposed = "cafe\u{301}"
    let one = try TestKeychain().seen(by: [composed])
    let two = one.seen(by: [decomposed])
    #expect(one.add(.generic("s")).status == ok)
    #expect(two.find(.generic("s")).status == notFound)
    #expect(two.find(.generic("s") + [kSecAttrAccessGroup: composed]).status == entitlement)
    #expect(two.add(.generic("s")).status == ok)
    let both = one.seen(by: [composed, decomposed])
    #expect(both.count(.generic("s")) == 2)
  }

  @Test("A second entry of a group in the list has no effect") func doubled() throws {
    let keychain = try TestKeychain().seen(by: ["one", "one", "two", "one"])
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.count(.generic()) == 1)
    #expect(keychain.delete(.generic()) == ok)
  }

  @Test("An item that moves to another group keeps its persistent reference and its position")
  func moving() throws {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    #expect(keychain.add(.generic("s", "a").secret("x")).status == ok)
    #expect(keychain.add(.generic("s", "b")).status == ok)
    let reference = keychain.reference(.generic("s", "a"))
    #expect(keychain.update(.generic("s", "a"), [kSecAttrAccessGroup: "two"]) == ok)
    #expect(keychain.seen(by: ["two"]).secret([kSecValuePersistentRef: reference]) == "x")
    #expect(keychain.seen(by: ["one"]).find([kSecValuePersistentRef: reference]).status == notFound)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["a", "b"])
  }

  @Test("A move of an item to a group with an equal item gives -25299 and changes nothing")
  func movingOnto() throws {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    #expect(keychain.add(.generic("s").secret("y") + [kSecAttrAccessGroup: "two"]).status == ok)
    #expect(
      keychain.update(
        .generic() + [kSecAttrAccessGroup: "one"], [kSecAttrAccessGroup: "two"]) == duplicate)
    #expect(keychain.all(kSecAttrAccessGroup, .generic()) == ["one", "two"])
  }

  @Test("The security tool finds the items of every group, and adds to the group login", .differsInKeychaind)
  func tool() throws {
    var keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    keychain.program = .tool
    #expect(keychain.add(.generic("t")).status == ok)
    #expect(keychain.all(kSecAttrAccessGroup, .generic()) == ["app", "login"])
  }

  @Test("An entitlement that denies the keychain makes every call return -25291")
  func denied() throws {
    let keychain = try TestKeychain().entitled(to: ["com.apple.private.keychain.deny"])
    let query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
    #expect(keychain.add(query).status == errSecNotAvailable)
    #expect(keychain.find(query).status == errSecNotAvailable)
    #expect(keychain.update(query, [:]) == errSecNotAvailable)
    #expect(keychain.delete(query) == errSecNotAvailable)
  }
}
