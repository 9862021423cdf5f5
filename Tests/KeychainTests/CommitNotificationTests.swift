import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the notifications that a client sends to the observers of its process after a commit.
@Suite struct CommitNotificationTests {
  private let machine: TestMachine
  private let process: LocalKeychain
  private let client: KeychainClient
  private let told = ForkSafeMutex<[Bool]>([])

  init() throws {
    machine = try TestMachine()
    process = machine.process()
    client = KeychainClient(process, as: .tool) { [told] change in told.withLock { $0.append(change.isSynchronizable) }
    }
  }

  private func addition(_ name: String, isSynchronizable: Bool = false) -> AddRequest {
    let item = SampleItem.generic(name, isSynchronizable: isSynchronizable)
    return AddRequest(item.itemClass, attributes: item.attributes, secret: item.secret)
  }

  /// The notifications since the last call. Each element states whether the commit changed a synchronizable item.
  private func notified() -> [Bool] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }

  @Test func observersAreNotifiedOnceOfEachCommit() throws {
    let query = ItemQuery(.genericPassword, isSynchronizable: nil)
    _ = try client.perform(.add(addition("a")))
    #expect(notified() == [false])
    _ = try client.perform(.addAll([addition("b"), addition("c", isSynchronizable: true)]))
    #expect(notified() == [true])
    _ = try client.add([addition("d")], sparingPresent: true, onProgress: { _ in })
    #expect(notified() == [false])
    _ = try client.perform(BatchRequest([addition("e", isSynchronizable: true)], onDuplicate: .skip))
    #expect(notified() == [true])
    let update = UpdateRequest(query, changes: AttributeSet([.label: .string("l")]))
    _ = try client.perform(.update(update))
    #expect(notified() == [true])
    _ = try client.perform(.delete(DeleteRequest(query)))
    #expect(notified() == [true])
    // The purge notifies the observers, because it removes tombstones.
    #expect(try client.purge().tombstones == 2)
    #expect(notified() == [false])
    #expect(try client.dropQuarantined() == 0)
    #expect(notified() == [false])
    _ = try client.perform(.add(addition("f")))
    #expect(notified() == [false])
    #expect(try client.eraseEverything() != nil)
    #expect(notified() == [false])
  }

  @Test func observersAreNotNotifiedOfAnythingElse() throws {
    _ = try client.perform(.add(addition("a")))
    #expect(notified() == [false])
    _ = try client.perform(.search(SearchRequest(ItemQuery(.genericPassword))))
    #expect(throws: KeychainError.self) { try client.perform(.add(addition("a"))) }
    #expect(throws: KeychainError.self) {
      try client.add([addition("a")], sparingPresent: true, onProgress: { _ in })
    }
    _ = try client.verify()
    _ = try client.purge()
    _ = try client.compact()
    _ = try client.lockStatus()
    // A commit of another client of the service is reported only by `changes`.
    _ = try KeychainClient(process, as: .tool).perform(.add(addition("b")))
    #expect(notified() == [])
  }

  /// An observer may call the keychain, because the call of the client has ended.
  @Test func observerMayCall() throws {
    let counts = ForkSafeMutex<[Int?]>([])
    let keychain = process
    let client = KeychainClient(keychain, as: .tool) { _ in
      let count = (try? KeychainClient(keychain, as: .tool).countItems()) ?? nil
      counts.withLock { $0.append(count) }
    }
    for name in ["a", "b"] { _ = try client.perform(.add(addition(name))) }
    #expect(counts.withLock { $0 } == [1, 2])
  }
}
