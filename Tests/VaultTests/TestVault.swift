import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

/// The folders of a vault, and the processes that use the vault.
struct TestVault {
  let data: TemporaryDirectory
  let key: TemporaryDirectory

  init() throws {
    data = try TemporaryDirectory()
    key = try TemporaryDirectory()
  }

  /// Opens the files of the vault, as another process does.
  func files() throws(KeychainError) -> VaultFiles { try location.open() }

  var location: VaultLocation { VaultLocation(dataDirectory: data.path, keyDirectory: key.path) }

  var soon: Deadline { .after(.seconds(20)) }

  func exclusive() throws(KeychainError) -> ExclusiveVaultFiles {
    try ExclusiveVaultFiles(try files(), until: soon)
  }

  func consistency() throws -> Consistency { try VaultInspection(files(), until: soon).consistency }

  func row() throws -> StoreRecord {
    try #require(try files().connection(until: soon).storeRecord())
  }

  func state() throws -> HeaderState { try #require(try files().header()?.read()).state }

  func deviceKey() throws -> DeviceKey {
    try #require(try files().deviceKey.load(for: try row().vaultID))
  }

  func keybag() throws -> Keybag {
    try #require(try files().keybags.load(try row().keybagNumber))
  }

  func create() throws { try VaultCreation(exclusive: exclusive(), random: SystemRandom()).run() }

  /// Opens the vault, which completes interrupted work.
  func resume() throws { try process().open(until: soon) }

  /// Returns the vault for a new process that shares no keys with other processes.
  func process(
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = {
      (_) throws(KeychainError) in
    }
  ) -> Vault {
    Vault(
      location,
      context: UnlockContext(
        authority: MemoryAuthority(), cache: KeyCache(), clock: TestClock(), cost: quickCost),
      onStep: onStep)
  }

  // MARK: Processes

  /// Starts `vault-child`, which uses the folders of this vault.
  func start(_ mode: String, _ last: Int = -1) throws -> ChildProcess {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = own.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    return try ChildProcess(
      folder + "/vault-child", [mode, data.path, key.path, "\(last)"],
      environment: ["SWIFT_BACKTRACE=enable=no"], descriptors: [0, 1, 2])
  }

  /// Runs `vault-child` until it ends.
  ///
  /// - Parameter last: The number of the step at which the process kills itself, from 0.
  /// - Returns: True if the process was killed at the step, and false if it finished before.
  func isKilled(_ mode: String, at last: Int) throws -> Bool {
    let ending = try start(mode, last).wait()
    try #require(ending == .status(0) || ending == .signal(SIGKILL), "\(mode), \(last): \(ending)")
    return ending == .signal(SIGKILL)
  }
}
