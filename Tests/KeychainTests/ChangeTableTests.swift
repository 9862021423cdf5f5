import Foundation
import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import RowSealing
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the table of changes, which synchronization reads.
@Suite struct ChangeTableTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let store: TestKeychain

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    store = TestKeychain(keychain, in: machine.folder)
  }

  private static let caller = TestKeychain.caller

  private func synchronizable(_ service: String) -> SampleItem {
    .generic(service, isSynchronizable: true)
  }

  private func update(_ item: SampleItem, _ changes: AttributeSet) throws {
    _ = try keychain.perform(.update(UpdateRequest(item.query, changes: changes)), as: Self.caller)
  }

  /// The kind of each change with the label of its item, in the order of the table. A tombstone has no label.
  private func labelled() throws -> [String] {
    try keychain.changes().map { change in
      let item = try keychain.perform(
        .search(
          SearchRequest(
            ItemQuery(
              change.itemClass, isSynchronizable: nil,
              reference: .item(change.itemClass, change.identifier)), contents: .attributes)),
        as: Self.caller, orNil: true)
      return "\(change.kind) \(item?.attributes[.label]?.text ?? "-")"
    }
  }

  // MARK: Each operation

  @Test func latestChangeOfEachItemIsThereInOrder() throws {
    for name in ["one", "two", "three"] { try store.add(synchronizable(name)) }
    #expect(try labelled() == ["added label of one", "added label of two", "added label of three"])
    try update(synchronizable("one"), AttributeSet([.comment: .string("new")]))
    #expect(
      try labelled() == ["added label of two", "added label of three", "updated label of one"])
    let identifier = try #require(try keychain.changes().first?.identifier)
    try store.delete(synchronizable("two"))
    #expect(try labelled() == ["added label of three", "updated label of one", "deleted -"])
    #expect(try keychain.changes().last?.identifier == identifier)
    try store.add(synchronizable("two"))
    #expect(
      try labelled() == ["added label of three", "updated label of one", "added label of two"])
    #expect(try keychain.changes().last?.identifier == identifier)
  }

  @Test func versionIsTheNumberOfTheCommit() throws {
    for name in ["one", "two", "three"] {
      try store.add(synchronizable(name))
      #expect(try keychain.changes().last?.version == keychain.commits())
    }
    try update(
      SampleItem(itemClass: .genericPassword, attributes: AttributeSet(), secret: []),
      AttributeSet([.comment: .string("new")]))
    let commits = try keychain.commits()
    #expect(try keychain.changes().map(\.version) == [commits, commits, commits])
  }

  @Test func localItemsLeaveNothing() throws {
    let item = SampleItem.generic("local")
    try store.add(item)
    try update(item, AttributeSet([.comment: .string("new")]))
    try update(item, AttributeSet([.service: .string("other")]))
    try store.delete(SampleItem.generic("other"))
    #expect(try keychain.changes().isEmpty)
  }

  /// The synchronizable flag is part of the uniqueness key. If the flag is removed, a tombstone informs the other
  /// devices.
  @Test func itemBeginsAndEndsToBeSynchronizable() throws {
    let item = SampleItem.generic("item")
    try store.add(item)
    try update(item, AttributeSet([.synchronizable: .number(1)]))
    #expect(try labelled() == ["added label of item"])
    let identifier = try keychain.changes()[0].identifier
    try update(item, AttributeSet([.synchronizable: .number(0)]))
    let changes = try keychain.changes()
    #expect(changes.map(\.kind) == [.deleted])
    #expect(changes[0].identifier != identifier)
  }

  @Test func newNameLeavesATombstone() throws {
    try store.add(synchronizable("old"))
    try update(synchronizable("old"), AttributeSet([.service: .string("new")]))
    #expect(try labelled() == ["updated label of old", "deleted -"])
  }

  @Test func deletionWithoutTombstoneAndPurgeTakeTheEntryAway() throws {
    for name in ["one", "two"] { try store.add(synchronizable(name)) }
    _ = try keychain.perform(
      .delete(DeleteRequest(synchronizable("one").query, leavesTombstones: false)),
      as: Self.caller)
    try store.delete(synchronizable("two"))
    #expect(try labelled() == ["deleted -"])
    #expect(try keychain.purge().tombstones == 1)
    #expect(try keychain.changes().isEmpty)
  }

  @Test func deletionWhileLockedIsAChange() throws {
    try keychain.setPasscode(passcode("1234"))
    for name in ["one", "two"] { try store.add(synchronizable(name)) }
    let identifier = try keychain.changes()[0].identifier
    try keychain.lock()
    try store.delete(synchronizable("one"))
    try keychain.unlock(passcode("1234"))
    #expect(try labelled() == ["added label of two", "deleted -"])
    #expect(try keychain.changes()[1].identifier == identifier)
  }

  @Test func batchIsInItsOrder() throws {
    try store.add(synchronizable("two"))
    let additions = ["three", "two", "one"].map { name in
      let item = synchronizable(name)
      return AddRequest(item.itemClass, attributes: item.attributes, secret: [1])
    }
    _ = try keychain.perform(BatchRequest(additions, onDuplicate: .replace), as: Self.caller)
    #expect(
      try labelled() == ["added label of three", "updated label of two", "added label of one"])
  }

  @Test func quarantineTakesTheEntryAndRecoveryBringsItBack() throws {
    for name in ["one", "two"] { try store.add(synchronizable(name)) }
    let identifier = try keychain.changes()[0].identifier
    let kept = try store.blob("SELECT meta FROM genp WHERE id = 1")
    try store.execute("UPDATE genp SET meta = zeroblob(99) WHERE id = 1")
    try store.add(synchronizable("one"))
    #expect(try labelled() == ["added label of two", "added label of one"])
    #expect(try keychain.changes().allSatisfy { $0.identifier != identifier })
    // The metadata of the row is restored, so the row opens again. No other row has the uniqueness key of the row.
    _ = try keychain.perform(
      .delete(DeleteRequest(synchronizable("one").query, leavesTombstones: false)),
      as: Self.caller)
    try keychain.repairQuarantined(meta: kept)
    #expect(try keychain.recoverQuarantined().recovered == 1)
    #expect(try labelled() == ["added label of two", "added label of one"])
    #expect(try keychain.changes()[1].identifier == identifier)
    #expect(try keychain.verify().isIntact)
  }

  // MARK: No changes

  @Test func rotationChangesNoItem() throws {
    for name in ["one", "two"] { try store.add(synchronizable(name)) }
    let before = try keychain.changes()
    _ = try #require(try keychain.rotateKeys())
    _ = try keychain.compact()
    #expect(try keychain.changes() == before)
  }

  @Test func failedCallLeavesNothing() throws {
    for name in ["one", "two"] { try store.add(synchronizable(name)) }
    let before = try keychain.changes()
    // The update of the second item conflicts with the update of the first item.
    #expect(throws: KeychainError.self) {
      try update(
        SampleItem(itemClass: .genericPassword, attributes: AttributeSet(), secret: []),
        AttributeSet([.service: .string("same")]))
    }
    let additions = [synchronizable("three"), synchronizable("four")].map { item in
      var attributes = item.attributes
      if item.attributes[.service] == .string("four") {
        attributes[.accessGroup] = .string("foreign")
      }
      return AddRequest(item.itemClass, attributes: attributes, secret: [1])
    }
    #expect(throws: KeychainError.self) {
      try keychain.perform(BatchRequest(additions, onDuplicate: .replace), as: Self.caller)
    }
    #expect(try keychain.changes() == before)
  }

  // MARK: Repair and verification

  @Test func repairMakesTheTableAgain() throws {
    for name in ["one", "two"] { try store.add(synchronizable(name)) }
    try store.add(.generic("local"))
    try store.delete(synchronizable("two"))
    try store.damageHeader()
    try store.repair()
    #expect(try labelled() == ["added label of one", "deleted -"])
    #expect(try keychain.changes().map(\.version) == [0, 0])
    #expect(try keychain.verify().isIntact)
    try store.add(synchronizable("two"))
    #expect(try labelled() == ["added label of one", "added label of two"])
  }

  @Test func verificationNamesAnItemThatIsMissing() throws {
    for name in ["one", "two"] { try store.add(synchronizable(name)) }
    #expect(try keychain.verify().isIntact)
    try store.execute("DELETE FROM change WHERE id = 2")
    #expect(
      try keychain.verify().damages.map { "\($0.number) \($0.reason)" }
        == ["2 it is missing in the table of changes"])
  }

  // MARK: Every writer

  /// Code that writes rows of items without `RowWriter` would not update the table of changes. The module Vault is an
  /// exception, because it only seals existing rows again. `VaultCopyImport` fills a new database, and makes the table of
  /// changes from its rows.
  @Test func oneTypeWritesRows() throws {
    let writing = ["insert", "update", "updateContent", "delete", "quarantine", "restore"].map { "connection.\($0)(" }
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    var writers: Set<String> = []
    for module in ["Keychain", "Vault"] {
      let folder = sources.appendingPathComponent(module)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        if writing.contains(where: text.contains) { writers.insert(path) }
      }
    }
    #expect(writers == ["Copies/VaultCopyImport.swift", "Operations/RowWriter.swift"])
  }

  /// Compares the table of changes with the rows after each of many random operations. A writer that does not update
  /// the table would leave a changed row without an entry in the table, or an entry without a row.
  @Test(arguments: 0..<4 as Range<UInt64>) func tableFollowsTheRows(_ seed: UInt64) throws {
    try keychain.setPasscode(passcode("1234"))
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryDirectory()
    var before = try keychain.rowsByReference()
    var changesBefore: [Change] = []
    for _ in 0..<120 {
      let commits = try keychain.commits()
      let name = "service \(random.next() % 6)"
      let step = random.next() % 16
      try perform(step, name, folder, &random)
      let rows = try keychain.rowsByReference()
      let changes = try keychain.changes()
      try compare(before, rows, changesBefore, changes, commits, "\(seed): \(step) \(name)")
      (before, changesBefore) = (rows, changes)
    }
    #expect(try keychain.verify().isIntact)
  }

  private func perform(
    _ step: UInt64, _ name: String, _ folder: TemporaryDirectory, _ random: inout SeededGenerator
  ) throws {
    let item = synchronizable(name)
    do {
      switch step {
      case 0, 1, 2: try store.add(item)
      case 3: try store.add(.generic(name))
      case 4: try store.delete(item)
      case 5: try update(item, AttributeSet([.comment: .string("\(random.next())")]))
      case 6: try update(item, AttributeSet([.label: .string("\(random.next())")]))
      case 7:
        try update(item, AttributeSet([.service: .string("service \(random.next() % 6)")]))
      case 8: try update(item, AttributeSet([.synchronizable: .number(Int64(random.next() % 2))]))
      case 9:
        let additions = (0..<4).map { _ in
          let item = synchronizable("service \(random.next() % 6)")
          return AddRequest(item.itemClass, attributes: item.attributes, secret: [1])
        }
        _ = try keychain.perform(BatchRequest(additions, onDuplicate: .replace), as: Self.caller)
      case 10: _ = try keychain.purge()
      case 11:
        try keychain.lock()
        defer { _ = try? keychain.unlock(passcode("1234")) }
        try store.delete(item)
      case 12:
        // The test moves a row to quarantine, as an add of an equal item does.
        let number = try keychain.number("SELECT coalesce(min(id), 0) FROM genp WHERE sync = 1")
        let kept = try keychain.number("SELECT count(*) FROM genp WHERE sync = 1")
        guard kept > 0 else { return }
        try keychain.moveToQuarantine(number)
      case 13: _ = try keychain.recoverQuarantined()
      case 14:
        _ = try keychain.exportBackup(
          to: Array(folder("backup").utf8), passphrase: passcode("p"), replaces: true)
      default:
        guard folder.names().contains("backup") else { return }
        _ = try keychain.importBackup(
          from: Array(folder("backup").utf8), passphrase: passcode("p"), deviceKeyCopy: nil,
          isDryRun: false)
      }
    } catch let error as KeychainError {
      guard error.code == .itemNotFound || error.code == .duplicateItem else { throw error }
    }
  }

  private func compare(
    _ before: [RowReference: ItemRow], _ after: [RowReference: ItemRow],
    _ changesBefore: [Change], _ changes: [Change], _ commits: Int64, _ step: String
  ) throws {
    let expected = after.filter { $1.isSynchronizable }
    #expect(Set(changes.map(\.reference)) == Set(expected.keys), "\(step)")
    #expect(changes.count == expected.count, "\(step)")
    var hasChanged = false
    for change in changes {
      guard let row = after[change.reference] else { continue }
      let old = before[change.reference]
      if let old, old.isSame(as: row) {
        #expect(changesBefore.contains(change), "\(step)")
        // The entries of unchanged rows precede the entries of changed rows.
        #expect(!hasChanged, "\(step)")
        continue
      }
      hasChanged = true
      #expect(change.version > commits, "\(step)")
      let wasPresent = old.map { $0.isSynchronizable && !$0.isTombstone } ?? false
      // An item that one call deletes and adds again has the kind `added`.
      let kinds: Set<RowChange> =
        row.isTombstone ? [.deleted] : wasPresent ? [.updated, .added] : [.added, .updated]
      #expect(kinds.contains(change.kind), "\(step)")
    }
  }
}

/// The class and the identifier of a row.
private struct RowReference: Hashable {
  let itemClass: ItemClass
  let identifier: RowIdentifier
}

/// An entry of the table of changes.
private struct Change: Equatable {
  let sequence: Int64
  let itemClass: ItemClass
  let identifier: RowIdentifier
  let kind: RowChange
  let version: Int64

  var reference: RowReference { RowReference(itemClass: itemClass, identifier: identifier) }
}

extension ItemRow {
  fileprivate func isSame(as other: ItemRow) -> Bool {
    hasSameColumns(as: other) && metadata == other.metadata && secret == other.secret
  }
}

extension LocalKeychain {
  /// The entries of the table of changes in order, with the identifiers of their rows. An invalid entry fails the test.
  fileprivate func changes() throws(KeychainError) -> [Change] {
    try read { (session) throws(KeychainError) in
      let entries = try session.connection.rows(
        "SELECT id, class, item, kind, version FROM change ORDER BY id"
      ) { row in (0..<5).map { row.integer(Int32($0)) } }
      var changes: [Change] = []
      for entry in entries {
        let itemClass = ItemClass.stored.first { RowChange.number(of: $0) == entry[1] }
        guard let itemClass, let kind = RowChange(rawValue: entry[3]),
          let row = try session.connection.row(number: entry[2], of: itemClass)?.row
        else { throw KeychainError(.decode, "an entry of the table of changes is damaged") }
        changes.append(
          Change(
            sequence: entry[0], itemClass: itemClass, identifier: row.identifier, kind: kind, version: entry[4]))
      }
      return changes
    }
  }

  fileprivate func commits() throws(KeychainError) -> Int64 {
    try number("SELECT commits FROM store")
  }

  fileprivate func rowsByReference() throws(KeychainError) -> [RowReference: ItemRow] {
    try read { (session) throws(KeychainError) in
      var rows: [RowReference: ItemRow] = [:]
      for itemClass in ItemClass.stored {
        try session.connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
          if let row { rows[RowReference(itemClass: itemClass, identifier: row.identifier)] = row }
          return true
        }
      }
      return rows
    }
  }

  /// Moves an intact generic password to quarantine.
  fileprivate func moveToQuarantine(_ number: Int64) throws(KeychainError) {
    try write(isSynchronizable: { _ in false }) { (session) throws(KeychainError) in
      try RowWriter(session: session, schema: .of(.genericPassword)).quarantine(number, at: 1)
    }
  }

  /// Replaces the metadata of all rows in quarantine.
  fileprivate func repairQuarantined(meta: [UInt8]) throws(KeychainError) {
    try write(isSynchronizable: { _ in false }) { (session) throws(KeychainError) in
      try session.connection.forEachQuarantinedRow { (quarantined) throws(KeychainError) in
        guard var row = quarantined.row else { return }
        row.metadata = meta
        try session.connection.updateSeal(of: row, quarantined)
      }
    }
  }

  /// The first item that a request finds; nil when the request finds no item.
  fileprivate func perform(
    _ request: ItemRequest, as caller: Caller, orNil: Bool
  ) throws(KeychainError) -> Item? {
    do throws(KeychainError) {
      return try perform(request, as: caller).first
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return nil
    }
  }
}
