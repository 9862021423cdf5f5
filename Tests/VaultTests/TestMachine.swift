import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import Testing
import VaultTestSupport

@testable import Vault

/// A simulated machine with one vault. All processes of the machine share the files, the tickets and the clock.
final class TestMachine: Sendable {
  let vault: TestVault
  let authority = MemoryAuthority()
  let clock = TestClock()

  init() throws { vault = try TestVault() }

  /// Returns the vault as a new process opens it.
  ///
  /// - Parameter onStep: Called after each step of a change. An error from `onStep` ends the change at this step.
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

  /// Returns the lock state that a new process finds.
  func lockState() throws -> LockState { try process().status(until: soon).state }

  var soon: Deadline { .after(.seconds(20)) }
}
