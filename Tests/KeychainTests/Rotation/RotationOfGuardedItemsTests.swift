import KeychainCrypto
import KeychainModel
import LockTestSupport
import RowSealing
import TestSupport
import Testing

@testable import Keychain

/// Tests that items whose access control requires proofs are sealed under new keys without these proofs.
@Suite("Key rotation of guarded items") struct RotationOfGuardedItemsTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    try keychain.setPasscode(passcode("1234"))
  }

  private func item(_ name: String, _ constraints: AccessConstraints, _ byteCount: Int)
    -> AddRequest
  {
    AddRequest(
      .genericPassword,
      attributes: AttributeSet([
        .service: .string(name), .accessible: .string("ak"), .comment: .string(name),
        .accessControl: .number(Int64(bitPattern: constraints.rawValue)),
      ]), secret: [UInt8](repeating: 7, count: byteCount))
  }

  @Test("Guarded items do not change, and require the same proofs") func guarded() throws {
    let credential = AccessCredential(
      applicationPassword: try passcode("of the program"),
      authenticationKey: try keychain.authenticationKey(for: passcode("1234")))
    let items: [(AccessConstraints, Int)] = [
      (.userPresence, 40), (.applicationPassword, 40), (.userPresence, 100_000),
    ]
    for (index, (constraints, count)) in items.enumerated() {
      _ = try keychain.perform(
        .add(item("guarded \(index)", constraints, count)), as: TestKeychain.caller,
        with: credential)
    }
    let process = machine.process()
    #expect(try process.rotateKeys(passcode("1234"))?.resealedCount == 3)
    #expect(try process.rotateKeys(passcode("1234"))?.destroyedKeyCount == 7)
    let search = SearchRequest(
      ItemQuery(.genericPassword), contents: [.secret, .attributes], limit: nil)
    let found = try process.perform(.search(search), as: TestKeychain.caller, with: credential)
    #expect(found.map { $0.secret?.count } == items.map { $0.1 })
    #expect(found.map { $0.attributes[.comment] } == (0..<3).map { .string("guarded \($0)") })
    let error = #expect(throws: KeychainError.self) {
      try process.perform(.search(search), as: TestKeychain.caller, with: nil)
    }
    #expect(error?.code == .authenticationFailed)
    #expect(try process.verify().isIntact)
  }

  @Test("An item whose passcode was removed is dead before and after a rotation") func dead() throws {
    _ = try keychain.perform(
      .add(item("guarded", .userPresence, 40)), as: TestKeychain.caller, with: nil)
    try keychain.removePasscode(passcode("1234"))
    let outcome = try #require(try keychain.rotateKeys())
    #expect(outcome.resealedCount == 1)
    #expect(outcome.keptKeyCount == 0)
    let report = try keychain.verify()
    #expect(report.isIntact)
    #expect(report.counts.map(\.dead).reduce(0, +) == 1)
    #expect(try keychain.purge().dead == 1)
  }
}
