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
  func process() throws -> Vault {
    Vault(try vault.files(), authority: authority, clock: clock, passcodeCost: quickCost)
  }

  /// Whether a new process finds the vault unlocked.
  func lockState() throws -> LockState? { try process().status()?.lockState }

  var soon: Deadline { .after(.seconds(20)) }
}
