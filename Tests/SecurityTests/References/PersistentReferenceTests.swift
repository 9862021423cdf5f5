import Foundation
import Security
import Testing

/// Tests persistent references: the forms, the lifetime, and the operations that accept a reference (specification:
/// secitem 7).
@Suite("Persistent references") struct PersistentReferenceTests {
  private func item() throws -> (TestKeychain, Data) {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("x")).status == ok)
    #expect(keychain.add(.generic("s", "b").secret("y")).status == ok)
    return (keychain, keychain.reference(.generic("s", "a")))
  }

  @Test("A persistent reference has twenty bytes: the class and sixteen that differ between items") func form() throws {
    let (keychain, reference) = try item()
    #expect(reference.count == 20)
    #expect(reference.prefix(4) == Data("genp".utf8))
    #expect(keychain.reference(.generic("s", "b")) != reference)
    #expect(keychain.add(.internet("h")).status == ok)
    #expect(keychain.reference(.internet("h")).prefix(4) == Data("inet".utf8))
  }

  @Test("Sixteen additional bytes identify a keychain, and a search ignores these bytes") func keychainHint() throws {
    let (keychain, reference) = try item()
    for hint in [Data(count: 16), Data(repeating: 0xA5, count: 16)] {
      #expect(keychain.secret([kSecValuePersistentRef: reference + hint]) == "x")
    }
    for count in [15, 17, 32] {
      let query: Query = [kSecValuePersistentRef: reference + Data(count: count)]
      #expect(keychain.find(query).status == param, "\(count)")
    }
    let otherItem = reference.dropLast() + [reference[19] ^ 0xFF]
    #expect(keychain.find([kSecValuePersistentRef: otherItem + Data(count: 16)]).status == notFound)
  }

  @Test("Every result for an item has the same persistent reference") func same() throws {
    let keychain = try TestKeychain()
    let added = keychain.add(.generic("s") + [kSecReturnPersistentRef: true]).data
    #expect(keychain.reference(.generic("s")) == added)
    let both = keychain.find(
      .generic("s") + [kSecReturnPersistentRef: true, kSecReturnAttributes: true])
    #expect(both[kSecValuePersistentRef] as? Data == added)
  }

  @Test("A search accepts a persistent reference with or without the class") func find()
    throws
  {
    let (keychain, reference) = try item()
    let named: Query = [kSecValuePersistentRef: reference]
    #expect(keychain.secret(named) == "x")
    #expect(keychain.secret(named + [kSecClass: kSecClassGenericPassword]) == "x")
    #expect(keychain.find(named + [kSecClass: kSecClassInternetPassword]).status == noClass)
    #expect(keychain.find(named.all + [kSecReturnData: true]).array as? [Data] == [Data("x".utf8)])
    #expect(keychain.secret(named + [kSecAttrSynchronizable: kSecAttrSynchronizableAny]) == "x")
    #expect(keychain.secret(named + [kSecUseDataProtectionKeychain: true]) == "x")
    #expect(keychain.secret(named + [kSecValueData: Data("other".utf8)]) == "x")
    #expect(keychain.find(named + [kSecClass: 5]).status == noClass)
  }

  @Test("A search with a persistent reference rejects any attribute, even a matching one") func exclusive()
    throws
  {
    let (keychain, reference) = try item()
    let attributes: [Query] = [
      [kSecAttrAccount: "a"], [kSecAttrSynchronizable: false], [kSecAttrSynchronizable: true],
      [kSecAttrAccessGroup: "app"], [kSecAttrAccessible: "ak"], [kSecAttrLabel: "l"],
      [kSecAttrTombstone: 0],
    ]
    for attribute in attributes {
      #expect(
        keychain.find([kSecValuePersistentRef: reference] + attribute).status == param,
        "\(attribute)")
    }
  }

  @Test("An update and a delete by persistent reference accept attributes, which must also match") func both() throws {
    let (keychain, reference) = try item()
    let named: Query = [kSecValuePersistentRef: reference]
    #expect(keychain.update(named + [kSecAttrAccount: "b"], [kSecAttrComment: "c"]) == notFound)
    #expect(keychain.update(named + [kSecAttrAccount: "a"], [kSecAttrComment: "c"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["c", "?"])
    #expect(keychain.delete(named + [kSecAttrAccount: "b"]) == notFound)
    #expect(keychain.delete(named + [kSecAttrAccount: "a"]) == ok)
    #expect(keychain.delete(named) == notFound)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["b"])
  }

  @Test("A persistent reference stays valid after a change of any attribute") func survives() throws {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    #expect(keychain.add(.internet("h", "a").secret("x")).status == ok)
    let reference = keychain.reference(.internet("h"))
    let named: Query = [kSecValuePersistentRef: reference]
    let changes: [Query] = [
      [kSecAttrAccount: "b"], [kSecAttrServer: "i"], [kSecAttrSecurityDomain: "d"],
      [kSecAttrProtocol: "http"], [kSecAttrAuthenticationType: "dflt"], [kSecAttrPort: 80],
      [kSecAttrPath: "/"], [kSecAttrAccessGroup: "two"], [kSecAttrSynchronizable: true],
      [kSecAttrSyncViewHint: "v"], [kSecValueData: Data("y".utf8)], [kSecAttrAccessible: "dk"],
    ]
    for change in changes {
      #expect(keychain.update(named, change) == ok, "\(change)")
      #expect(keychain.reference(named) == reference, "\(change)")
    }
    #expect(keychain.secret(named) == "y")
  }

  @Test("After a delete, a persistent reference finds nothing, even if an equal item is added") func deleted() throws {
    let (keychain, reference) = try item()
    #expect(keychain.delete([kSecValuePersistentRef: reference]) == ok)
    #expect(keychain.find([kSecValuePersistentRef: reference]).status == notFound)
    #expect(keychain.update([kSecValuePersistentRef: reference], [:]) == notFound)
    #expect(keychain.add(.generic("s", "a")).status == ok)
    #expect(keychain.find([kSecValuePersistentRef: reference]).status == notFound)
  }

  @Test("An add uses only the class of a persistent reference") func add() throws {
    let (keychain, reference) = try item()
    let named: Query = [kSecValuePersistentRef: reference]
    let added = keychain.add(
      named + [kSecAttrService: "new", kSecReturnPersistentRef: true])
    #expect(added.status == ok)
    #expect(added.data != reference)
    #expect(keychain.secret(named) == "x")
    #expect(keychain.add(named + [kSecClass: "inet"]).status == noClass)
  }

  @Test("The old form of twelve bytes finds nothing, and only a search accepts attributes with this form")
  func oldForm() throws {
    let (keychain, _) = try item()
    let old: Query = [
      kSecValuePersistentRef: Data("genp".utf8) + Data([0, 0, 0, 0, 0, 0, 0, 1])
    ]
    #expect(keychain.find(old).status == notFound)
    #expect(keychain.find(old + [kSecAttrAccount: "a"]).status == notFound)
    #expect(keychain.update(old, [:]) == notFound)
    #expect(keychain.update(old + [kSecAttrAccount: "a"], [:]) == param)
    #expect(keychain.delete(old) == notFound)
    #expect(keychain.delete(old + [kSecAttrAccount: "a"]) == param)
    #expect(keychain.add(old + [kSecAttrService: "t"]).status == param)
    #expect(keychain.count(.generic()) == 2)
  }

  @Test("The form for tokens finds nothing, and no call accepts attributes with this form") func tokenForm() throws {
    let (keychain, _) = try item()
    // After the prefix `tkpr`, the reference contains a DER sequence of the class, the identifier of the token and the
    // identifier of the object.
    let body: [UInt8] = [0x30, 13, 0x0C, 4] + Array("genp".utf8) + [0x0C, 1, 0x74, 0x04, 2, 1, 2]
    let token: Query = [kSecValuePersistentRef: Data("tkpr".utf8) + Data(body)]
    #expect(keychain.find(token).status == notFound)
    #expect(keychain.find(token + [kSecAttrAccount: "a"]).status == param)
    #expect(keychain.update(token, [:]) == notFound)
    #expect(keychain.update(token + [kSecAttrAccount: "a"], [:]) == param)
    #expect(keychain.delete(token) == notFound)
    #expect(keychain.delete(token + [kSecAttrAccount: "a"]) == param)
    #expect(keychain.add(token + [kSecAttrService: "t"]).status == param)
    #expect(keychain.find(token + [kSecClass: "inet"]).status == noClass)
  }

  @Test("Any other value gives -50 as a persistent reference") func malformed() throws {
    let keychain = try TestKeychain()
    let uuid = Data(count: 16)
    let sequence: [UInt8] =
      [0x30, 13, 0x0C, 4] + Array("genp".utf8) + [0x0C, 1, 0x74, 0x04, 2, 1, 2]
    let values: [Any] = [
      Data(), Data(count: 12), Data(count: 20), Data("genp".utf8), Data("genp".utf8) + uuid + [0],
      Data("genp".utf8) + uuid.dropLast(), Data("GENP".utf8) + uuid, Data("xxxx".utf8) + uuid,
      Data("tkpr".utf8), Data("tkpr".utf8) + uuid, Data("tkpr".utf8) + Data(sequence) + [0],
      Data("tkpr".utf8) + Data(sequence.dropLast()), "genp" as Any, 5, NSNull(), [uuid],
    ]
    for value in values {
      let named: Query = [kSecValuePersistentRef: value]
      #expect(keychain.find(named).status == param, "\(value)")
      #expect(keychain.find(named + [kSecClass: kSecClassGenericPassword]).status == param)
      #expect(keychain.delete(named).self == param, "\(value)")
    }
    #expect(
      keychain.find([kSecValuePersistentRef: Data("apls".utf8) + uuid]).status == noClass)
  }

  @Test("A persistent reference and another reference in a query must refer to the same item")
  func besideReference() throws {
    let (keychain, reference) = try item()
    let a = keychain.find(.generic("s", "a") + [kSecReturnRef: true]).result as Any
    let b = keychain.find(.generic("s", "b") + [kSecReturnRef: true]).result as Any
    let named: Query = [kSecValuePersistentRef: reference]
    #expect(keychain.secret(named + [kSecValueRef: a]) == "x")
    #expect(keychain.find(named + [kSecValueRef: b]).status == notFound)
    #expect(keychain.delete(named + [kSecValueRef: b]) == notFound)
    #expect(keychain.count(.generic()) == 2)
  }
}
