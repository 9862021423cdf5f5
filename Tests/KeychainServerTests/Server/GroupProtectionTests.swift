import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import PropertyLists
import TestSupport
import Testing

@testable import KeychainServer

/// Tests that a program with the passcode, or without it, has no power over the items and the groups of applications.
@Suite struct GroupProtectionTests {
  private let service: TestService
  private let keychain: RemoteKeychain

  private static let bank = "com.example.bank"
  private static let notes = "com.example.notes"

  init() throws {
    service = try TestService(sockets: ["notes"])
    keychain = service.keychain()
  }

  /// Writes the manifest of an application of the grade 4.
  private func writeManifestOfBank() throws {
    try service.write(TestService.manifest(Self.bank, recognisedBy: ["unit": .string("bank.service")]), for: Self.bank)
  }

  /// A program of an application of the grade 2.
  private func notes() throws -> RemoteKeychain {
    try service.write(
      TestService.manifest(Self.notes, recognisedBy: ["socket": .string("notes")]), for: Self.notes)
    return service.keychain(ofSocket: "notes")
  }

  /// Sets the passcode as a program of the user, and proves it.
  private func setAndProvePasscode() throws -> Handle {
    let correct = try passcode("correct")
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    return try keychain.send(Call(.provePasscode(correct)), from: TestItem.peer).handle()
  }

  private func code(
    _ request: Request, _ person: Handle? = nil, by program: RemoteKeychain? = nil
  ) -> KeychainError.Code? {
    failure { _ = try (program ?? keychain).send(Call(request, person: person), from: TestItem.peer) }?.code
  }

  private static func query(_ account: String, _ group: String? = nil) -> ItemQuery {
    ItemQuery(.genericPassword, attributes: TestItem.attributes(account, group))
  }

  private static func update(_ account: String, _ group: String? = nil, to secret: [UInt8]) -> Request {
    .items(.update(UpdateRequest(query(account, group), changes: AttributeSet(), secret: secret)), proof: nil)
  }

  private static func deletion(_ account: String, _ group: String? = nil) -> Request {
    .items(.delete(DeleteRequest(query(account, group))), proof: nil)
  }

  // MARK: The file with the device key

  /// A program with the passcode exports the device key. It must not take the service's only copy away, nor put a copy
  /// beside the database.
  @Test func noProgramPlacesOrRemovesTheDeviceKey() throws {
    try keychain.add("a", [1])
    let proof = try setAndProvePasscode()
    let exported = try keychain.send(Call(.exportDeviceKey, person: proof), from: TestItem.peer)
    guard case .deviceKey(let key) = exported else { throw TestFailure(reason: "no device key") }
    let content = DeviceKeyContent.key(key)
    for request: Request in [.removeDeviceKeyFile(copy: content), .importDeviceKey(content)] {
      for person in [proof, nil] {
        let refusal = failure { _ = try keychain.send(Call(request, person: person), from: TestItem.peer) }
        #expect(refusal?.code == .notAvailable)
        #expect(refusal?.reason.contains("only root places or removes its device key") == true)
      }
    }
    service.stop()
    try service.start()
    _ = try keychain.send(Call(.unlock(try passcode("correct"))), from: TestItem.peer)
    #expect(try keychain.secret("a") == [1])
  }

  // MARK: The person

  /// An application cannot become the person, also not with a passcode that it set or learned.
  @Test func anApplicationDoesNotActForThePerson() throws {
    let application = try notes()
    try keychain.add("a", [1], "login")
    let correct = try passcode("correct")
    let first = Request.changePasscode(from: nil, to: correct)
    #expect(code(first, by: application) == .missingEntitlement)
    guard case .flag(false) = try keychain.send(Call(.canBeLocked), from: TestItem.peer) else {
      throw TestFailure(reason: "the passcode was set")
    }
    _ = try keychain.send(Call(first), from: TestItem.peer)
    let proof = try application.send(Call(.provePasscode(correct)), from: TestItem.peer).handle()
    for request: Request in [
      TestItem.search("a", "login"), .exportDeviceKey, .erase, .begin(.exportBackup(passphrase: correct)),
      .changePasscode(from: correct, to: try passcode("other")),
    ] {
      #expect(code(request, proof, by: application) == .missingEntitlement, "\(request)")
    }
    #expect(code(.changePasscode(from: correct, to: nil), by: application) == .missingEntitlement)
    // It locks and unlocks the keychain.
    _ = try application.send(Call(.lock), from: TestItem.peer)
    _ = try application.send(Call(.unlock(correct)), from: TestItem.peer)
    #expect(try keychain.secret("a", "login") == [1])
  }

  /// A user whose programs are all one application sets the passcode of its keychain.
  @Test func anApplicationWithAKeychainOfItsOwnSetsThePasscode() throws {
    try service.write(
      TestService.manifest("own", recognisedBy: ["user": .integer(Int64(geteuid()))]), for: "own")
    let proof = try setAndProvePasscode()
    _ = try keychain.send(Call(.exportDeviceKey, person: proof), from: TestItem.peer)
  }

  // MARK: Groups

  /// An application trusts the items of its groups. Neither the person, nor an update, nor a restore adds to them.
  @Test func noProgramAddsToTheGroupOfAnApplicationOfAHigherGrade() throws {
    try writeManifestOfBank()
    let correct = try passcode("correct")
    let backup = try TestBackup.bytes("x", correct, in: Self.bank, "login")
    let outcome = RestoreOutcome(added: 1, notPermitted: 1)
    #expect(try TestBackup.restore(backup, correct, into: keychain, isDryRun: true) == outcome)
    #expect(try TestBackup.restore(backup, correct, into: keychain) == outcome)
    try keychain.add("a", [1])
    let proof = try setAndProvePasscode()
    let requests: [Request] = [
      TestItem.addition("b", [2], Self.bank),
      .items(
        .update(
          UpdateRequest(
            Self.query("a"), changes: AttributeSet([.accessGroup: .string(Self.bank)]), secret: nil)), proof: nil),
    ]
    for request in requests { #expect(code(request, proof) == .missingEntitlement) }
    for account in ["b", "x"] { #expect(code(TestItem.search(account, Self.bank), proof) == .itemNotFound) }
    #expect(try keychain.secret("a") == [1])
    #expect(try keychain.secret("x", "login") == [1])
  }

  /// An item stands in a group from the time before its application. The person cannot change it, and can delete it.
  @Test func anEarlierItemOfAReservedGroupIsDeletedAndNotChanged() throws {
    let proof = try setAndProvePasscode()
    for account in ["a", "b"] {
      _ = try keychain.send(Call(TestItem.addition(account, [1], Self.bank), person: proof), from: TestItem.peer)
    }
    try writeManifestOfBank()
    for group in [nil, Self.bank] { #expect(code(Self.update("a", group, to: [2]), proof) == .missingEntitlement) }
    #expect(try keychain.send(Call(TestItem.search("a"), person: proof), from: TestItem.peer).items()[0].secret == [1])
    #expect(code(Self.deletion("a"), proof) == nil)
    #expect(code(Self.deletion("b", Self.bank), proof) == nil)
    for account in ["a", "b"] { #expect(code(TestItem.search(account), proof) == .itemNotFound) }
  }

  /// An application restores the items of its own groups only, and its items do not count as items of a higher grade.
  @Test func anApplicationRestoresItsOwnGroups() throws {
    let application = try notes()
    let correct = try passcode("correct")
    let backup = try TestBackup.bytes("x", correct, in: "login", "com.example.other", Self.notes)
    #expect(
      try TestBackup.restore(backup, correct, into: application) == RestoreOutcome(added: 1, notPermitted: 2))
    #expect(try application.secret("x") == [1])
    #expect(code(TestItem.search("x", "login")) == .itemNotFound)
    // The person sees it.
    let proof = try setAndProvePasscode()
    #expect(code(TestItem.search("x", Self.notes), proof) == nil)
  }
}
