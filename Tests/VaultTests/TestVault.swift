import CTestSupport
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

  /// Runs `body` in a child that is killed when `body` says so.
  ///
  /// - Returns: True when it was killed, false when it came to its end.
  static func isKilled(_ body: () throws -> Void) throws -> Bool {
    let child = lk_test_fork(60)
    if child == 0 {
      do { try body() } catch { _exit(7) }
      _exit(0)
    }
    let ending = lk_test_wait(child)
    try #require(ending == 0 || ending == -SIGKILL, "the child ended with \(ending)")
    return ending == -SIGKILL
  }

  /// Ends a child of `isKilled` at once.
  static func die() { kill(getpid(), SIGKILL) }
}
