import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that the log contains the events of a store.
@Suite struct LogTests {
  private final class Sink: LogSink {
    private let kept = ForkSafeMutex<[LogEntry]>([])
    func write(_ entry: LogEntry) { kept.withLock { $0.append(entry) } }

    func holds(_ level: LogLevel, _ text: String) -> Bool {
      kept.withLock { $0.contains { $0.level == level && $0.message.contains(text) } }
    }
  }

  private let sink = Sink()

  @Test func makingAndOpening() throws {
    try Log.capturing(to: sink) {
      let store = try TestKeychain()
      try store.add(.generic("first"))
      #expect(sink.holds(.notice, "a keychain was made"))
      #expect(sink.holds(.debug, "the keychain was opened"))
    }
  }

  @Test func damage() throws {
    let sample = try SampleStore.standard.get()
    try Log.capturing(to: sink) {
      let store = try sample.copy { $0["keychain.db"] = [] }
      #expect(store.status() == -25291)
      try store.repair()
      #expect(sink.holds(.error, "the database is damaged"))
      #expect(sink.holds(.notice, "salvaged "))
      let other = try sample.copy()
      try other.execute("UPDATE genp SET meta = zeroblob(99) WHERE id = 2")
      try other.add(sample.items[1])
      #expect(sink.holds(.error, "genp item 2 does not open"))
      let third = try sample.copy { $0["device.key"]?[100] ^= 1 }
      #expect(third.status() == 0)
      #expect(sink.holds(.notice, "copy in device.key was written again"))
    }
  }

  @Test func waiting() throws {
    let store = try TestKeychain()
    #expect(store.status() == 0)
    let lock = try FileLock(StoreLocation.lockName, in: store.folder.vaultFiles().data)
    try lock.lock(.exclusive, timeout: .zero)
    let impatient = LocalKeychain(
      store.keychain.location, clock: SystemClock(), random: SystemRandom(),
      timeout: .milliseconds(1100))
    Log.capturing(to: sink) {
      #expect(throws: KeychainError.self) { try impatient.open() }
    }
    #expect(sink.holds(.notice, "ms for the lock of the keychain"))
  }
}
