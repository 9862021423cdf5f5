import Foundation
import Keychain
import Synchronization
import TestSupport
import Testing

@testable import Security

/// What is told of changes (D28, secitem 11).
@Suite("Change notifications", .serialized) struct NotificationTests {
  /// Collects what a keychain tells of its commits.
  final class Log: Sendable {
    private let changes = Mutex<[KeychainChange]>([])

    var all: [KeychainChange] { changes.withLock { $0 } }
    func note(_ change: KeychainChange) { changes.withLock { $0.append(change) } }
    func clear() { changes.withLock { $0 = [] } }
  }

  @Test(
    "Every commit is told once, with the process and whether it synchronizes",
    .embedded(.observesItsOwnCommits))
  func commits() throws {
    let log = Log()
    let keychain = try TestKeychain { log.note($0) }
    func told(_ isSynchronizable: Bool) -> Bool {
      defer { log.clear() }
      return log.all == [KeychainChange(isSynchronizable: isSynchronizable, process: getpid())]
    }
    #expect(keychain.add(.generic("s", "a")).status == ok)
    #expect(told(false))
    #expect(keychain.add(.generic("s", "b")).status == ok)
    #expect(told(false))
    #expect(keychain.update(.generic("s"), [kSecAttrComment: "c"]) == ok)
    #expect(told(false))
    #expect(keychain.update(.generic("s", "a"), [kSecAttrSynchronizable: true]) == ok)
    #expect(told(true))
    #expect(keychain.update(Query.generic().any, [:]) == ok)
    #expect(told(true))
    #expect(keychain.delete(.generic("s", "b")) == ok)
    #expect(told(false))
    #expect(keychain.delete(Query.generic("s").synchronizable) == ok)
    #expect(told(true))
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(told(true))
  }

  @Test("An import of what is there tells nothing", .embedded(.observesItsOwnCommits))
  func importOfWhatIsThere() throws {
    let log = Log()
    let keychain = try TestKeychain { log.note($0) }
    let identity = try SecIdentity.made("Alice")
    var parameters = SecItemImportExportKeyParameters()
    let passphrase = "geheim" as NSString
    parameters.passphrase = .passUnretained(passphrase)
    var written: CFData?
    #expect(SecItemExport(identity, .formatPKCS12, [], &parameters, &written) == ok)
    let file = try #require(written)
    for count in [1, 0] {
      let options: NSDictionary = [
        kSecImportExportPassphrase: passphrase, kSecUseDataProtectionKeychain: true,
      ]
      var items: CFArray?
      #expect(keychain.perform { SecPKCS12Import(file, options, &items) } == ok)
      #expect(log.all.count == count)
      log.clear()
    }
    let again = keychain.perform {
      SecItemImport(file, nil, nil, nil, [], &parameters, .standard, nil)
    }
    #expect(again == duplicate)
    #expect(log.all.isEmpty)
  }

  @Test("Searches and failures tell nothing", .embedded(.observesItsOwnCommits))
  func silence() throws {
    let log = Log()
    let keychain = try TestKeychain { log.note($0) }
    #expect(keychain.add(Query.generic("s", "a").synchronizable).status == ok)
    #expect(keychain.add(Query.generic("s", "b").synchronizable).status == ok)
    log.clear()
    #expect(keychain.find(Query.generic("s").any).status == ok)
    #expect(keychain.find(.generic("t")).status == notFound)
    #expect(keychain.add(Query.generic("s", "a").synchronizable).status == duplicate)
    #expect(
      keychain.update(Query.generic("s", "a").any, [kSecAttrAccount: "b"]) == duplicate)
    #expect(keychain.update(.generic("t"), [:]) == notFound)
    #expect(keychain.delete(.generic("t")) == notFound)
    #expect(keychain.delete(["zzzz": 1]) == param)
    #expect(log.all == [])
  }

  @Test(
    "latchkey.changed: for every commit, on the thread of the call, with the process",
    .embedded(.observesItsOwnCommits))
  func everyCommit() throws {
    let keychain = try TestKeychain(onChange: ChangeNotifications.post)
    let names = Mutex<[Int32]>([])
    let here = pthread_self()
    let observer = NotificationCenter.default.addObserver(
      forName: .latchkeyChanged, object: nil, queue: nil
    ) { notification in
      guard pthread_self() == here else { return }
      let process = notification.userInfo?["process"] as? Int32 ?? 0
      names.withLock { $0.append(process) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.generic("s")).status == duplicate)
    #expect(keychain.update(.generic("s"), [:]) == ok)
    #expect(keychain.find(.generic("s")).status == ok)
    #expect(keychain.delete(.generic("s")) == ok)
    #expect(names.withLock { $0 } == [getpid(), getpid(), getpid()])
  }

  @Test("com.apple.security.keychainchanged: at once, then at most once in an interval")
  func coalescing() throws {
    let name = Notification.Name("test.\(UUID().uuidString)")
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    let coalescer = NotificationCoalescer(name, interval: .milliseconds(50))
    func posted() -> Int { count.withLock { $0 } }
    coalescer.schedule()
    #expect(posted() == 1)
    for _ in 0..<100 { coalescer.schedule() }
    // The rest is told once, at the end of the interval.
    #expect(holds { coalescer.isIdle })
    #expect(posted() == 2)
    coalescer.schedule()
    #expect(posted() == 3)
  }

  @Test("keychainchanged concerns synchronizable items only", .embedded(.observesItsOwnCommits))
  func synchronizableOnly() throws {
    let keychain = try TestKeychain(onChange: ChangeNotifications.post)
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: .keychainChanged, object: nil, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    func posted() -> Int { count.withLock { $0 } }
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("s"), [:]) == ok)
    #expect(posted() == 0)
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(holds { posted() > 0 })
  }

  @Test("The names are those that programs listen for") func names() {
    #expect(Notification.Name.keychainChanged.rawValue == "com.apple.security.keychainchanged")
    #expect(Notification.Name.latchkeyChanged.rawValue == "latchkey.changed")
  }

  @Test(
    "The header holds the last commits: number, process, synchronizable",
    .embedded(.readsTheProcessOfACommit))
  func header() throws {
    let keychain = try TestKeychain()
    func records() throws -> [(number: UInt64, process: UInt32, synchronizable: UInt32)] {
      let bytes = Data(try keychain.folder.read("latchkey.lock"))
      // The last of four blocks.
      return stride(from: 12288, to: bytes.count, by: 64).map { start in
        func number(_ offset: Int, _ count: Int) -> UInt64 {
          (0..<count).reduce(0) { $0 | UInt64(bytes[start + offset + $1]) << (8 * UInt64($1)) }
        }
        return (number(0, 8), UInt32(number(16, 4)), UInt32(number(20, 4)))
      }.filter { $0.number > 0 }.sorted { $0.number < $1.number }
    }
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(keychain.add(.generic("s")).status == duplicate)
    #expect(keychain.find(.generic("s")).status == ok)
    #expect(try records().map(\.number) == [1, 2])
    #expect(try records().map(\.synchronizable) == [0, 1])
    #expect(try records().allSatisfy { $0.process == UInt32(getpid()) })
    for _ in 0..<100 { #expect(keychain.update(.generic("s"), [:]) == ok) }
    #expect(try records().map(\.number) == Array(39...102))
    #expect(try keychain.folder.read("latchkey.lock").count == 16384)
  }
}
