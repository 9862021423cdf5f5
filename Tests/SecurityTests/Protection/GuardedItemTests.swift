import Foundation
import LocalAuthentication
import LockTestSupport
import Security
import ServiceTestSupport
import Testing

/// Tests access controls that require authentication, with the public functions (specification: secitem 5.6, 5.7,
/// appendix B).
@Suite("Access control with authentication") struct GuardedItemTests {
  private let machine: TestMachine
  private let keychain: TestKeychain

  init() throws {
    machine = try TestMachine()
    let process = machine.served()
    try process.setPasscode("1234")
    keychain = TestKeychain(process, in: machine.folder)
  }

  private func control(
    _ flags: SecAccessControlCreateFlags, _ protection: CFString = kSecAttrAccessibleWhenUnlocked
  ) throws -> Query {
    [
      kSecAttrAccessControl: try #require(
        SecAccessControlCreateWithFlags(nil, protection, flags, nil))
    ]
  }

  /// Returns a context that answers with the correct passcode.
  private func owner() throws -> TestAuthenticationContext {
    TestAuthenticationContext(
      answer: .proof(try TestProof(passcode: "1234", of: keychain.service)))
  }

  private func withPassword(_ text: String) throws -> Query {
    [
      kSecUseAuthenticationContext: TestAuthenticationContext(
        try TestProof(applicationPassword: text))
    ]
  }

  @Test("A search requests authentication once, and an add requests none") func presence() throws {
    let item = Query.generic("s", "a").secret("x") + (try control(.userPresence))
    #expect(keychain.add(item).status == ok)
    let person = try owner()
    let context: Query = [kSecUseAuthenticationContext: person]
    #expect(keychain.secret(.generic("s") + context) == "x")
    #expect(person.asked == [.userPresence])
    let attributes = keychain.attributes(.generic("s") + context)
    let found = try #require(attributes[kSecAttrAccessControl] as? SecAccessControl)
    #expect(found.isEqual(try control(.userPresence)[kSecAttrAccessControl]))
    #expect(person.asked.count == 1)
  }

  @Test(
    "The failure of an authentication determines the status of the call",
    arguments: [
      (LAError.Code.userCancel, OSStatus(-128)),
      (.notInteractive, errSecInteractionNotAllowed), (.authenticationFailed, errSecAuthFailed),
      (.passcodeNotSet, errSecAuthFailed), (.biometryNotAvailable, errSecAuthFailed),
      (.biometryLockout, errSecAuthFailed), (.appCancel, errSecAuthFailed),
    ])
  func failures(_ code: LAError.Code, _ status: OSStatus) throws {
    #expect(keychain.add(.generic("s") + (try control(.devicePasscode))).status == ok)
    let person = TestAuthenticationContext(answer: .failure(code))
    let context: Query = [kSecUseAuthenticationContext: person]
    #expect(keychain.find(.generic("s") + context).status == status)
    #expect(keychain.update(.generic("s") + context, [kSecAttrComment: "c"]) == status)
  }

  @Test("An update that fails for its limit requests no authentication (D3)") func limit() throws {
    for account in ["a", "b"] {
      #expect(keychain.add(.generic("s", account) + (try control(.userPresence))).status == ok)
    }
    let person = try owner()
    let context: Query = [kSecUseAuthenticationContext: person]
    let values: Query = [kSecAttrComment: "c"]
    let one = Query.generic("s") + context + [kSecMatchLimit: kSecMatchLimitOne]
    #expect(keychain.update(one, values) == param)
    #expect(person.asked == [])
    #expect(keychain.update(one + [kSecAttrAccount: "a"], values) == ok)
    #expect(person.asked.count == 1)
    #expect(keychain.all(kSecAttrComment, .generic("s") + context) == ["c", "?"])
  }

  @Test("A search requests authentication at most twenty times") func rounds() throws {
    #expect(keychain.add(.generic("s") + (try control(.userPresence))).status == ok)
    let person = TestAuthenticationContext(answer: .proof(TestProof()))
    let context: Query = [kSecUseAuthenticationContext: person]
    #expect(keychain.find(.generic("s") + context).status == errSecAuthFailed)
    #expect(person.asked.count == 20)
  }

  @Test("Without user interaction, a search gives -25308. With skipping, a search does not find the item.")
  func userInterface() throws {
    #expect(keychain.add(.generic("s") + (try control(.userPresence))).status == ok)
    #expect(keychain.add(.generic("t").secret("y")).status == ok)
    let person = try owner()
    let base = Query.generic() + [kSecUseAuthenticationContext: person]
    for ui: Query in [
      [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail], [kSecUseNoAuthenticationUI: true],
    ] {
      #expect(keychain.find(.generic("s") + ui).status == locked)
      #expect(keychain.find((base + ui).all).status == locked)
      #expect(keychain.update(.generic("s") + ui, [kSecAttrComment: "c"]) == locked)
      // An add and a delete require no authentication.
      #expect(keychain.add(.generic("u") + ui + (try control(.userPresence))).status == ok)
      #expect(keychain.delete(.generic("u") + ui) == ok)
    }
    let skip: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    #expect(keychain.find(.generic("s") + skip).status == notFound)
    #expect(keychain.find((.generic() + skip + [kSecReturnData: true]).all).array.count == 1)
    #expect(keychain.find(.generic() + skip + [kSecUseNoAuthenticationUI: true]).status == ok)
    #expect(keychain.add(.generic("v") + skip).status == param)
    #expect(keychain.update(.generic("t") + skip, [:]) == param)
    #expect(keychain.delete(.generic("t") + skip) == param)
    #expect(person.asked == [])
    // The value `kSecUseAuthenticationUIAllow` permits a request for authentication.
    #expect(
      keychain.find(base + [kSecUseAuthenticationUI: kSecUseAuthenticationUIAllow]).status == ok)
    #expect(person.asked.count == 1)
  }

  @Test("A search finds an item with an application password only with the right password") func password() throws {
    let item = Query.generic("s", "a").secret("x") + (try control(.applicationPassword))
    #expect(keychain.add(item + [kSecUseAuthenticationUI: "u_AuthUIF"]).status == locked)
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.add(item + (try withPassword("right"))).status == ok)
    #expect(keychain.add(item + (try withPassword("right"))).status == duplicate)
    #expect(keychain.secret(.generic("s") + (try withPassword("right"))) == "x")
    #expect(keychain.find(.generic("s") + (try withPassword("wrong"))).status == errSecAuthFailed)
    let none: Query = [kSecUseAuthenticationContext: TestAuthenticationContext()]
    #expect(keychain.find(.generic("s") + none).status == errSecAuthFailed)
    #expect(keychain.delete(.generic("s")) == ok)
  }

  @Test("An item with an application password and user presence needs both") func both() throws {
    let item =
      Query.generic("s").secret("x") + (try control([.userPresence, .applicationPassword]))
    #expect(keychain.add(item + (try withPassword("right"))).status == ok)
    #expect(keychain.find(.generic("s") + (try withPassword("right"))).status == errSecAuthFailed)
    let owner = try owner()
    #expect(
      keychain.find(.generic("s") + [kSecUseAuthenticationContext: owner]).status
        == errSecAuthFailed)
    let complete = TestAuthenticationContext(
      answer: .proof(
        try TestProof(passcode: "1234", of: keychain.service, applicationPassword: "right")))
    #expect(keychain.secret(.generic("s") + [kSecUseAuthenticationContext: complete]) == "x")
  }

  @Test("An update adds, keeps and removes an application password") func updates() throws {
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    let right = try withPassword("right")
    #expect(keychain.update(.generic("s") + right, try control(.applicationPassword)) == ok)
    #expect(keychain.secret(.generic("s") + right) == "x")
    #expect(keychain.update(.generic("s") + right, [kSecValueData: Data("y".utf8)]) == ok)
    #expect(keychain.secret(.generic("s") + right) == "y")
    #expect(keychain.update(.generic("s") + right, [kSecAttrAccessible: "ak"]) == ok)
    #expect(keychain.secret(.generic("s")) == "y")
    // New values cannot contain an authentication context.
    #expect(keychain.update(.generic("s"), right) == noAttribute)
  }

  @Test(
    "An access control that Latchkey cannot verify cannot be stored",
    arguments: [
      SecAccessControlCreateFlags.biometryAny, .biometryCurrentSet, .companion,
      [.biometryAny, .and, .devicePasscode], .privateKeyUsage,
    ])
  func unprovable(_ flags: SecAccessControlCreateFlags) throws {
    #expect(keychain.add(.generic("s") + (try control(flags))).status == errSecAuthFailed)
    #expect(keychain.find(.generic("s")).status == notFound)
  }

  @Test("Without a passcode, user presence gives -25293, and an accessibility that needs a passcode -25291")
  func noPasscode() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + (try control(.userPresence))).status == errSecAuthFailed)
    let akpu = try control(.userPresence, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
    #expect(keychain.add(.generic("s") + akpu).status == unavailable)
    #expect(keychain.find(.generic("s")).status == notFound)
  }

  @Test("An access control whose protection is a dictionary cannot be stored, and does not filter")
  func dictionary() throws {
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, ["prot": "ak"] as CFDictionary, [], nil))
    let entries: Query = [kSecAttrAccessControl: control]
    #expect(keychain.add(.generic("s") + entries).status == param)
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    #expect(keychain.update(.generic("s"), entries) == param)
    #expect(keychain.secret(.generic("s") + entries) == "x")
    let both = Query.generic("s") + entries + [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]
    #expect(keychain.find(both).status == param)
  }

  @Test("A synchronizable item cannot have an access control") func synchronizable() throws {
    let item = Query.generic("s").synchronizable + (try control(.userPresence))
    #expect(keychain.add(item).status == param)
  }
}
