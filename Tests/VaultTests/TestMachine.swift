import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import Testing
import VaultTestSupport

@testable import Vault

/// A machine with one vault: processes come and go, and what they leave to each other stays.
final class TestMachine: Sendable {
  let vault: TestVault
  let authority = MemoryAuthority()
  let clock = TestClock()

  init() throws { vault = try TestVault() }

  /// The vault as a new process has it.
  ///
  /// - Parameter onStep: Called after each step of a change; an error ends the change there.
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

  /// What a new process finds.
  func lockState() throws -> LockState { try process().status(until: soon).state }

  var soon: Deadline { .after(.seconds(20)) }
}
