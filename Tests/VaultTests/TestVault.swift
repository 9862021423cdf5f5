import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Vault

/// The folders of a vault, and processes that die in them.
struct TestVault {
  let data: TemporaryDirectory
  let key: TemporaryDirectory

  init() throws {
    data = try TemporaryDirectory()
    key = try TemporaryDirectory()
  }

  /// Opened anew, as another process would.
  func files() throws(KeychainError) -> VaultFiles {
    VaultFiles(
      data: try .openOrCreate(data.path),
      deviceKey: DeviceKeyFile(in: try .openOrCreate(key.path)))
  }

  var soon: Deadline { .after(.seconds(20)) }

  func exclusive() throws(KeychainError) -> ExclusiveFiles {
    try ExclusiveFiles(try files(), until: soon)
  }

  func consistency() throws -> Consistency { Consistency(try files().look(until: soon)) }

  func row() throws -> StoreRow {
    try #require(try files().connection(until: soon).storeRow())
  }

  func state() throws -> HeaderState { try #require(try files().header()?.read()).state }

  func deviceKey() throws -> DeviceKey {
    try #require(try files().deviceKey.load(for: try row().vaultID))
  }

  func keybag() throws -> Keybag {
    try #require(try files().keybags.load(try row().keybagNumber))
  }

  func create() throws { try VaultCreation(exclusive(), random: SystemRandom()).run() }

  /// What every opening does first.
  func resume() throws {
    let exclusive = try exclusive()
    switch try exclusive.consistency() {
    case .job(let job):
      let state = try exclusive.state()
      guard case .create = job.kind, let vaultID = state.vaultID, let to = job.to else {
        Issue.record("\(job)")
        return
      }
      try VaultCreation(exclusive, random: SystemRandom()).resume(vaultID, to)
    case .empty: try VaultCreation(exclusive, random: SystemRandom()).run()
    case .whole:
      let commit = KeybagCommit(exclusive)
      if try commit.isUnsettled() { try commit.settle() }
    case .refused(let inconsistency): Issue.record("\(inconsistency)")
    }
  }

  // MARK: Processes

  /// Starts `vault-child` in these folders.
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

  /// Runs it until it ends.
  ///
  /// - Returns: True when it was killed at the step, false when it came to its end.
  func isKilled(_ mode: String, at last: Int) throws -> Bool {
    let ending = try start(mode, last).wait()
    try #require(ending == .status(0) || ending == .signal(SIGKILL), "\(mode), \(last): \(ending)")
    return ending == .signal(SIGKILL)
  }
}
