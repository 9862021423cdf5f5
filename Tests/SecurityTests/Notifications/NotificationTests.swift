import Foundation
import LatchkeyAdministration
import Security
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

/// Tests notifications about changes (specification: secitem 11; compatibility: D28).
@Suite("Change notifications", .serialized) struct NotificationTests {
  /// Collects the commits that a keychain reports.
  final class Log: Sendable {
    private let commits = Mutex<[KeychainCommit]>([])

    var all: [KeychainCommit] { commits.withLock { $0 } }
    func note(_ commit: KeychainCommit) { commits.withLock { $0.append(commit) } }
    func clear() { commits.withLock { $0 = [] } }
  }

  @Test("Every commit is reported once, with the process and the synchronizability of the items")
  func commits() throws {
    let log = Log()
    let keychain = try TestKeychain { log.note($0) }
    func told(_ isSynchronizable: Bool) -> Bool {
      defer { log.clear() }
      return log.all.map(\.isSynchronizable) == [isSynchronizable]
        && log.all.map(\.process) == [getpid()]
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

  @Test("An import of existing items reports no commit")
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
      SecItemImport(file, nil, nil, nil, [], &parameters, .defaultKeychain, nil)
    }
    #expect(again == duplicate)
    #expect(log.all.isEmpty)
  }

  @Test("Searches and failed calls report no commit")
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

  @Test("latchkey.changed is posted for every commit, on the calling thread, with the process")
  func everyCommit() throws {
    let keychain = try TestKeychain(postsNotifications: true)
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

  @Test("com.apple.security.keychainchanged is posted only for synchronizable items")
  func synchronizableOnly() throws {
    let keychain = try TestKeychain(postsNotifications: true)
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

  @Test("The notifications have the names that programs observe") func names() {
    #expect(Notification.Name.keychainChanged.rawValue == "com.apple.security.keychainchanged")
    #expect(Notification.Name.latchkeyChanged.rawValue == "latchkey.changed")
  }
}
