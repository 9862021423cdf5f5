import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of programs that share an access group, and that the service knows with different certainty.
@Suite struct GradeTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
  }

  private func caller(_ grade: UInt8) -> Caller {
    Caller(accessGroups: ["shared", "login"], sharedGroups: ["login"], grade: grade)
  }

  private func attributes(_ name: String, _ group: String) -> AttributeSet {
    AttributeSet([.service: .string(name), .account: .string("a"), .accessGroup: .string(group)])
  }

  private func add(_ name: String, _ grade: UInt8, in group: String = "shared") throws {
    let request = AddRequest(.genericPassword, attributes: attributes(name, group), secret: [grade])
    _ = try keychain.perform(.add(request), as: caller(grade))
  }

  private func query(_ name: String, _ group: String = "shared") -> ItemQuery {
    ItemQuery(.genericPassword, attributes: attributes(name, group))
  }

  private func find(_ name: String, _ grade: UInt8, in group: String = "shared") throws -> [UInt8]? {
    let request = SearchRequest(query(name, group), contents: [.secret])
    return try keychain.perform(.search(request), as: caller(grade)).first?.secret
  }

  @Test func itemsOfAHigherGradeDoNotExist() throws {
    try add("item", 3)
    #expect(try find("item", 3) == [3])
    #expect(try find("item", 4) == [3])
    #expect(code { _ = try find("item", 2) } == .itemNotFound)
    #expect(code { _ = try find("item", 0) } == .itemNotFound)
    let update = UpdateRequest(query("item"), changes: AttributeSet([.label: .string("new")]))
    #expect(code { _ = try keychain.perform(.update(update), as: caller(2)) } == .itemNotFound)
    #expect(code { _ = try keychain.perform(.delete(DeleteRequest(query("item"))), as: caller(2)) } == .itemNotFound)
    #expect(try find("item", 3) == [3])
  }

  /// The error of an add is the same as for a foreign group, whether or not an equal item exists.
  @Test func anEqualItemOfAHigherGradeIsForeign() throws {
    try add("item", 3)
    let refusal = failure { try add("item", 2) }
    #expect(refusal?.code == .missingEntitlement)
    let stranger = Caller(accessGroups: ["other"])
    let foreign = failure {
      let request = AddRequest(.genericPassword, attributes: attributes("item", "shared"), secret: [1])
      _ = try keychain.perform(.add(request), as: stranger)
    }
    #expect(refusal?.reason == foreign?.reason)
    #expect(code { try add("item", 3) } == .duplicateItem)
    #expect(code { try add("item", 4) } == .duplicateItem)
  }

  /// A program must not take the place of a damaged item of a program of a higher grade. The first damage is in the sealed
  /// attributes, and the second one in a column that is not sealed.
  @Test(arguments: ["meta = zeroblob(length(meta))", "pdmn = 99"])
  func aDamagedItemOfAHigherGradeKeepsItsPlace(_ damage: String) throws {
    try add("item", 3)
    _ = try keychain.write(until: .after(.seconds(30))) { (session) throws(KeychainError) in
      try session.connection.execute("UPDATE genp SET \(damage)")
    }
    #expect(code { try add("item", 2) } == .missingEntitlement)
    #expect(try keychain.number("SELECT count(*) FROM genp") == 1)
    #expect(try keychain.verify().quarantined.isEmpty)
    try add("item", 3)
    #expect(try find("item", 3) == [3])
    #expect(try keychain.verify().quarantined.count == 1)
  }

  @Test func referencesGiveNoRights() throws {
    try add("item", 3)
    let search = SearchRequest(query("item"), contents: [.attributes])
    let item = try #require(try keychain.perform(.search(search), as: caller(3)).first)
    let reference = PersistentReference.item(.genericPassword, item.identifier)
    let byReference = SearchRequest(
      ItemQuery(.genericPassword, isSynchronizable: nil, reference: reference), contents: [.secret])
    #expect(try keychain.perform(.search(byReference), as: caller(3)).count == 1)
    #expect(code { _ = try keychain.perform(.search(byReference), as: caller(1)) } == .itemNotFound)
  }

  @Test func aChangeKeepsTheGradeOfAnItem() throws {
    try add("item", 1)
    let update = UpdateRequest(query("item"), changes: AttributeSet([.label: .string("new")]))
    _ = try keychain.perform(.update(update), as: caller(4))
    #expect(try find("item", 1) == [1])
  }

  /// Programs of a lower grade must not read what a program of a higher grade stores.
  @Test func aNewSecretRaisesTheGradeOfAnItem() throws {
    try add("item", 1)
    _ = try keychain.perform(.update(UpdateRequest(query("item"), changes: AttributeSet(), secret: [7])), as: caller(3))
    #expect(try find("item", 3) == [7])
    #expect(code { _ = try find("item", 2) } == .itemNotFound)
    // A program of a lower grade does not lower it.
    try add("high", 3)
    _ = try keychain.perform(.update(UpdateRequest(query("high"), changes: AttributeSet(), secret: [8])), as: caller(4))
    #expect(code { _ = try find("high", 3) } == .itemNotFound)
  }

  @Test func aNewGroupSetsTheGradeOfAnItem() throws {
    func move(_ name: String, from old: String, to new: String, _ grade: UInt8) throws {
      let changes = AttributeSet([.accessGroup: .string(new)])
      _ = try keychain.perform(.update(UpdateRequest(query(name, old), changes: changes)), as: caller(grade))
    }
    try add("down", 3)
    try move("down", from: "shared", to: "login", 3)
    #expect(try find("down", 1, in: "login") == [3])
    try add("up", 1, in: "login")
    try move("up", from: "login", to: "shared", 3)
    #expect(try find("up", 3) == [1])
    #expect(code { _ = try find("up", 2) } == .itemNotFound)
  }

  @Test func backupsContainOnlyItemsOfAllPrograms() throws {
    try add("low", 1)
    try add("high", 2)
    let folder = try TemporaryDirectory()
    let path = Array(folder("copy").utf8)
    let outcome = try keychain.client.exportBackup(to: path, passphrase: nil, replaces: false)
    #expect(outcome.items == 1)
    #expect(outcome.excluded == [.protectedProgram: 1])
  }

  @Test func itemsOfTheGroupLoginExistForAllPrograms() throws {
    try add("item", 4, in: "login")
    #expect(try find("item", 1, in: "login") == [4])
    // A program whose keychain is in its own process finds the items of all programs of the user, too.
    #expect(try find("item", 0, in: "login") == [4])
  }

  /// A tombstone keeps its reference for an equal item.
  @Test func aTombstoneOfAHigherGradeIsForeign() throws {
    var attributes = attributes("item", "shared")
    attributes[.synchronizable] = .number(1)
    let request = AddRequest(.genericPassword, attributes: attributes, secret: [1])
    _ = try keychain.perform(.add(request), as: caller(3))
    var query = query("item")
    query.isSynchronizable = true
    _ = try keychain.perform(.delete(DeleteRequest(query)), as: caller(3))
    #expect(code { _ = try keychain.perform(.add(request), as: caller(2)) } == .missingEntitlement)
    _ = try keychain.perform(.add(request), as: caller(3))
  }

  @Test func batchesFollowTheSameRules() throws {
    try add("item", 3)
    let addition = AddRequest(.genericPassword, attributes: attributes("item", "shared"), secret: [1])
    let batch = BatchRequest([addition], onDuplicate: .replace)
    #expect(try keychain.duplicates(of: batch, as: caller(3)) == [true])
    #expect(try keychain.duplicates(of: batch, as: caller(2)) == [false])
    #expect(code { _ = try keychain.perform(batch, as: caller(2)) } == .missingEntitlement)
    #expect(try find("item", 3) == [3])
  }

  /// Work that no program asked for finds the items of all programs.
  @Test func maintenanceFindsAllItems() throws {
    try add("low", 1)
    try add("high", 4)
    #expect(try keychain.client.countItems() == 2)
    #expect(try keychain.verify().isIntact)
  }
}
