import Glibc
import KeychainCrypto
import KeychainModel
import LockTestSupport
import TestSupport
import Vault

@testable import Keychain

/// A keychain in its own folder, with helper functions for tests.
struct TestKeychain {
  let folder: TemporaryDirectory
  let keychain: LocalKeychain
  /// The folder of credentials. The folder exists as long as the keychain.
  private var credentials: TemporaryDirectory?

  static let caller = Caller(accessGroups: ["app"])

  /// Creates a keychain with the given files. Without files, the keychain is empty.
  init(_ files: [String: [UInt8]] = [:]) throws {
    folder = try TemporaryDirectory()
    for (name, content) in files { try folder.write(content, to: name) }
    keychain = LocalKeychain(StoreLocation(home: folder.path))
  }

  /// Opens the same files in another process, optionally with credentials.
  init(reopening other: TestKeychain, credentials: TemporaryDirectory? = nil) {
    folder = other.folder
    self.credentials = credentials
    keychain = LocalKeychain(
      StoreLocation(home: folder.path, credentialsDirectory: credentials?.path))
  }

  /// Opens the same files in another process. That process runs a closure at the steps of a change.
  init(
    reopening other: TestKeychain,
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void
  ) {
    folder = other.folder
    keychain = LocalKeychain(
      StoreLocation(home: folder.path), clock: SystemClock(), random: SystemRandom(),
      onStep: onStep)
  }

  /// Wraps an existing keychain in a folder.
  init(_ keychain: LocalKeychain, in folder: TemporaryDirectory) {
    self.keychain = keychain
    self.folder = folder
  }

  /// Creates an empty keychain in a process with credentials.
  init(credentials: TemporaryDirectory) throws {
    self.init(reopening: try TestKeychain(), credentials: credentials)
  }

  func add(_ item: SampleItem) throws(KeychainError) {
    _ = try keychain.perform(
      .add(AddRequest(item.itemClass, attributes: item.attributes, secret: item.secret)),
      as: Self.caller)
  }

  /// The secrets of all items that match a query.
  func secrets(_ query: ItemQuery) throws(KeychainError) -> [[UInt8]] {
    do throws(KeychainError) {
      let request = SearchRequest(query, contents: [.secret, .attributes], limit: nil)
      return try keychain.perform(.search(request), as: Self.caller).map { $0.secret ?? [] }
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  func delete(_ item: SampleItem) throws(KeychainError) {
    _ = try keychain.perform(.delete(DeleteRequest(item.query)), as: Self.caller)
  }

  /// The secrets of the internet passwords of a host and its subdomains.
  func secrets(below host: String) throws(KeychainError) -> [[UInt8]] {
    try secrets(ItemQuery(.internetPassword, isSynchronizable: nil, hostOrSubdomain: host))
  }

  /// The status of a search. The status is 0 for success and for "not found".
  func status() -> Int32 {
    do throws(KeychainError) {
      _ = try secrets(ItemQuery(.genericPassword, isSynchronizable: nil))
      return 0
    } catch {
      return error.code.rawValue
    }
  }

  /// The number of given items that the keychain finds by their uniqueness keys. The secret of each found item must be
  /// correct.
  ///
  /// - Throws: The errors of a call; `WrongContent` for a secret that was never stored.
  func count(of items: [SampleItem]) throws -> Int {
    var count = 0
    for item in items {
      let found = try secrets(item.query)
      if found.isEmpty { continue }
      guard found == [item.secret] else { throw WrongContent(item: item) }
      count += 1
    }
    return count
  }

  /// The names and contents of the current files.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in folder.names() { files[name] = try folder.read(name) }
    return files
  }

  /// Repairs the database, as `verify-keychain --repair` does.
  @discardableResult
  func repair() throws -> RepairOutcome {
    guard let outcome = try keychain.repair() else { throw Failure(reason: "it was whole") }
    return outcome
  }

  func exists(_ name: String) -> Bool { access(folder(name), F_OK) == 0 }

  struct WrongContent: Error { let item: SampleItem }
}

extension TestMachine {
  /// The keychain in a new process. The process runs a closure at the steps of a change.
  func process(
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void
  ) -> LocalKeychain {
    process(LocalKeychain.timeout, context(), onStep)
  }

  /// The keychain in a new process, with the given context for locking and unlocking.
  func process(context: UnlockContext) -> LocalKeychain { process(LocalKeychain.timeout, context) }

  /// The keychain in a new process.
  ///
  /// - Parameter timeout: The time for which a call waits for other processes.
  func process(timeout: Duration, context: UnlockContext? = nil) -> LocalKeychain {
    process(timeout, context ?? self.context())
  }

  private func process(
    _ timeout: Duration, _ context: UnlockContext,
    _ onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) -> LocalKeychain {
    LocalKeychain(
      StoreLocation(home: folder.path), clock: SystemClock(), random: SystemRandom(),
      timeout: timeout, locking: context, onStep: onStep)
  }
}
