import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of calls of a service that lose items of every program.
@Suite struct LossTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    try add("a", grade: 1)
  }

  private func add(_ name: String, grade: UInt8) throws(KeychainError) {
    let attributes = AttributeSet([.service: .string(name), .accessGroup: .string("app")])
    let request = AddRequest(.genericPassword, attributes: attributes, secret: [1])
    _ = try keychain.perform(.add(request), as: Caller(accessGroups: ["app"], grade: grade))
  }

  private func losing(
    upTo grade: UInt8, mayHaveOthers: Bool = true, _ body: () throws(KeychainError) -> Void = {}
  ) -> KeychainError? {
    do throws(KeychainError) {
      try keychain.losing(upToGrade: grade, mayHaveOthers: mayHaveOthers, until: .after(.seconds(10)), body)
      return nil
    } catch { return error }
  }

  @Test func itemsOfAHigherGradeAreNotLost() throws {
    #expect(losing(upTo: 1) == nil)
    try add("b", grade: 3)
    #expect(losing(upTo: 2)?.code == .missingEntitlement)
    #expect(losing(upTo: 3) == nil)
  }

  /// An application stores an item after the service looked for such items, and before they are lost.
  @Test func noItemOfAHigherGradeIsStoredDuringALoss() throws {
    let refusal = losing(upTo: 1) { () throws(KeychainError) in
      try add("b", grade: 1)
      try add("c", grade: 3)
    }
    #expect(refusal?.code == .notAvailable)
    #expect(losing(upTo: 1) == nil)
    #expect(try keychain.client.countItems() == 2)
    try add("c", grade: 3)
  }

  /// Begins a transaction, and a loss that waits for it. Then lets the transaction end.
  private func losing(
    during transaction: @escaping @Sendable (ItemSession) throws(KeychainError) -> Void
  ) -> (writer: BackgroundWork<Void>, loss: BackgroundWork<Void>) {
    let isOver = ForkSafeMutex(false)
    let writer = BackgroundWork { [keychain] in
      _ = try keychain.write(until: .after(.seconds(30))) { (session) throws(KeychainError) in
        try transaction(session)
        _ = holds { isOver.withLock { $0 } }
      }
    }
    #expect(writer.waits())
    let loss = BackgroundWork { [keychain] in
      try keychain.losing(upToGrade: 1, mayHaveOthers: true, until: .after(.seconds(30))) {}
    }
    #expect(loss.waits())
    isOver.withLock { $0 = true }
    return (writer, loss)
  }

  /// The service waits for a transaction that began before the loss, and sees its item.
  @Test func aLossWaitsForWriters() throws {
    let (writer, loss) = losing { (session) throws(KeychainError) in
      let attributes = AttributeSet([.service: .string("b"), .accessGroup: .string("app")])
      let caller = Caller(accessGroups: ["app"], grade: 3)
      let addition = ItemAddition(
        request: AddRequest(.genericPassword, attributes: attributes, secret: [1]), caller: caller,
        clock: SystemClock())
      let (all, further) = try addition.attributes()
      try session.acting(as: caller) { () throws(KeychainError) in _ = try addition.run(all, further, session) }
    }
    // The writer may learn of the loss, or the loss sees the item. Never both succeed.
    let isStored = (try? writer.end()) != nil
    let isLost = (try? loss.end()) != nil
    #expect(isStored != isLost)
  }

  /// A program without power over the items of applications repeats a loss. Each one waits for the writers of its moment.
  @Test func aRefusedLossRefusesNoWriter() throws {
    try add("protected", grade: 3)
    let (writer, loss) = losing { (_) in }
    try writer.end()
    #expect(failure { try loss.end() }?.code == .missingEntitlement)
  }

  /// A row in quarantine that cannot be decoded may belong to an application, if the machine has one.
  @Test func aRowThatNobodyCanReadBlocksOnlyWithApplications() throws {
    _ = try keychain.write(until: .after(.seconds(10))) { (session) throws(KeychainError) in
      try session.connection.execute(
        "INSERT INTO quarantine (mark, class, item, moved, record) "
          + "VALUES (\(0x7175_6172), \(ItemClass.genericPassword.code.rawValue), 7, 0, x'00')")
    }
    #expect(losing(upTo: 1, mayHaveOthers: true)?.code == .missingEntitlement)
    #expect(losing(upTo: 1, mayHaveOthers: false) == nil)
  }

  @Test func theReasonForADamagedDatabaseNamesTheRepair() throws {
    _ = try keychain.send(Call(.close), from: Peer(.tool))
    try machine.folder.write([UInt8](repeating: 7, count: 8192), to: "keychain.db", mode: 0o600)
    let refusal = losing(upTo: 1)
    #expect(refusal?.code == .notAvailable)
    #expect(refusal?.reason.contains("the administrator remove its folder") == true, "\(refusal?.reason ?? "")")
  }
}
