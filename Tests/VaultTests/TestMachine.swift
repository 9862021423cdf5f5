import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import Testing
import VaultTestSupport

@testable import Vault

/// A machine with one vault. Files and tickets outlive the processes on it.
final class TestMachine: Sendable {
  let vault: TestVault
  let authority = MemoryAuthority()
  let clock = TestClock()

  init() throws { vault = try TestVault() }

  /// The vault in a new process.
  ///
  /// - Parameter onStep: Called after each step of a change. An error ends the change there.
  func process(
    passcodeFile: String? = nil,
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = {
      (_) throws(KeychainError) in
    }
  ) -> Vault {
    var location = vault.location
    location.passcodeFile = passcodeFile
    return Vault(
      location,
      context: UnlockContext(
        authority: authority, cache: KeyCache(), clock: clock, cost: quickCost),
      onStep: onStep)
  }

  /// The lock state in a new process.
  func lockState() throws -> LockState { try process().status(until: soon).state }

  var soon: Deadline { .after(.seconds(20)) }
}
