import Foundation
import Security
import Testing

/// Tests references to password items, and lists of references (compatibility: D6, D7, D8, D13).
@Suite("Item references") struct ItemReferenceTests {
  private func items() throws -> (keychain: TestKeychain, references: [Any], persistent: [Data]) {
    let keychain = try TestKeychain()
    for account in ["a", "b", "c"] {
      #expect(keychain.add(.generic("s", account).secret(account)).status == ok)
    }
    let query = Query.generic("s").all
    return (
      keychain, keychain.find(query + [kSecReturnRef: true]).array,
      keychain.find(query + [kSecReturnPersistentRef: true]).array as? [Data] ?? []
    )
  }

  @Test("The references to one item are equal SecKeychainItem objects, from an add or a search")
  func identity() throws {
    let keychain = try TestKeychain()
    let added = keychain.add(.generic("s") + [kSecReturnRef: true]).result as? SecKeychainItem
    let found = keychain.find(.generic("s") + [kSecReturnRef: true]).result as? SecKeychainItem
    #expect(added != nil)
    #expect(added == found)
    #expect(added?.hash == found?.hash)
    #expect(added.map { CFGetTypeID($0) } == SecKeychainItemGetTypeID())
    #expect(keychain.add(.generic("t")).status == ok)
    let other = keychain.find(.generic("t") + [kSecReturnRef: true]).result as? SecKeychainItem
    #expect(other != found)
    #expect("\(other as Any)".contains("secret") == false)
  }

  @Test("A search, an update and a delete accept a reference as kSecValueRef") func valueRef() throws {
    let (keychain, references, _) = try items()
    let second: Query = [kSecValueRef: references[1]]
    #expect(keychain.secret(second) == "b")
    #expect(keychain.secret(second + [kSecAttrAccount: "b"]) == "b")
    #expect(keychain.find(second + [kSecAttrAccount: "a"]).status == notFound)
    #expect(keychain.find(second + [kSecClass: "inet"]).status == noClass)
    #expect(keychain.update(second, [kSecAttrComment: "c"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["?", "c", "?"])
    #expect(keychain.delete(second) == ok)
    #expect(keychain.delete(second) == notFound)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["a", "c"])
  }

  @Test("A reference stays valid after an update of the item") func updates() throws {
    let (keychain, references, _) = try items()
    #expect(keychain.update(.generic("s", "a"), [kSecAttrAccount: "z", "pdmn": "dk"]) == ok)
    #expect(keychain.attributes([kSecValueRef: references[0]])[kSecAttrAccount] as? String == "z")
  }

  @Test("An add rejects a reference to a password, and a list of such references (D7)") func add() throws {
    let (keychain, references, persistent) = try items()
    #expect(keychain.add([kSecValueRef: references[0]]).status == param)
    #expect(keychain.add([kSecUseItemList: references]).status == param)
    #expect(keychain.add(.generic("t") + [kSecUseItemList: persistent]).status == param)
    #expect(keychain.count(.generic()) == 3)
  }

  @Test("A list of references restricts a search, under both names of the list (D6, D8)")
  func lists() throws {
    let (keychain, references, persistent) = try items()
    for key in [kSecMatchItemList, kSecUseItemList] {
      func accounts(_ list: [Any], _ further: Query = [:]) -> [String] {
        keychain.all(kSecAttrAccount, .generic() + [key: list] + further)
      }
      #expect(accounts([references[2], references[0]]) == ["a", "c"], "creation order")
      #expect(accounts([persistent[1]]) == ["b"])
      #expect(accounts([persistent[1], references[1]]) == ["b"], "named twice, found once")
      #expect(accounts([references[0], persistent[2]]) == ["a", "c"])
      #expect(accounts(references, [kSecAttrAccount: "b"]) == ["b"])
      #expect(accounts([]) == [])
      #expect(accounts([Data("genp".utf8) + Data(count: 16)]) == [])
      #expect(keychain.find([key: references, kSecReturnData: true]).data == Data("a".utf8))
      #expect(keychain.find([key: []]).status == param, "no class is named")
      #expect(keychain.find(.internet() + [key: references]).status == notFound)
    }
    let both: Query = [
      kSecMatchItemList: [references[0], references[1]],
      kSecUseItemList: [persistent[1], persistent[2]],
    ]
    #expect(keychain.all(kSecAttrAccount, .generic() + both) == ["b"])
  }

  @Test("A list gives -50 if a member is not a reference to an item of the same class") func malformedLists() throws {
    let (keychain, references, persistent) = try items()
    #expect(keychain.add(.internet("h")).status == ok)
    let internet = keychain.reference(.internet("h"))
    let lists: [Any] = [
      "x", 5, references[0], persistent[0], ["x"], [5], [references[0], "x"],
      [persistent[0], internet], [Data([1])], [NSNull()],
    ]
    for key in [kSecMatchItemList, kSecUseItemList] {
      for list in lists {
        #expect(keychain.find(.generic() + [key: list]).status == param, "\(list)")
        #expect(keychain.delete(.generic() + [key: list]) == param, "\(list)")
        #expect(keychain.update(.generic() + [key: list], [:]) == param, "\(list)")
      }
    }
    #expect(keychain.count(.generic()) == 3)
  }

  @Test("A list restricts an update and a delete to the items of the list") func changes() throws {
    let (keychain, references, persistent) = try items()
    let list: Query = [kSecMatchItemList: [references[0], persistent[1]]]
    #expect(keychain.update(.generic() + list, [kSecAttrComment: "c"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["c", "c", "?"])
    #expect(
      keychain.update(.generic("other") + list, [kSecAttrComment: "d"]) == notFound)
    let used: Query = [kSecUseItemList: [references[1], persistent[2]]]
    #expect(keychain.update(.generic() + used, [kSecAttrComment: "u"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["c", "u", "u"])
    #expect(keychain.update(.generic() + used + list, [kSecAttrComment: "both"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["c", "both", "u"])
    #expect(keychain.update(.generic() + [kSecUseItemList: []], [:]) == notFound)
    #expect(keychain.delete(.generic() + [kSecMatchItemList: []]) == notFound)
    #expect(keychain.delete(.generic() + [kSecUseItemList: []]) == notFound)
    #expect(keychain.delete(.generic() + [kSecUseItemList: [references[2]]]) == ok)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["a", "b"])
    #expect(keychain.delete([kSecMatchItemList: [references[1]]]) == ok)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["a"])
  }

  @Test("A list finds synchronizable items without kSecAttrSynchronizable") func synchronizable() throws {
    let keychain = try TestKeychain()
    let item = Query.generic("s").synchronizable
    #expect(keychain.add(item.secret("x")).status == ok)
    let reference = keychain.find(item + [kSecReturnRef: true]).result as Any
    #expect(keychain.secret(.generic() + [kSecMatchItemList: [reference]]) == "x")
    #expect(keychain.secret([kSecValueRef: reference]) == "x")
  }
}
