package import Keychain
import KeychainCrypto
import KeychainModel
public import TestSupport
package import Vault

/// A machine with a keychain. `MemoryCustody` simulates the kernel, which keeps the tickets of all processes of the
/// machine.
public struct TestMachine: Sendable {
  /// The folder of the keychain.
  public let folder: TemporaryDirectory
  package let custody = MemoryCustody()
  package let clock = TestMachineClock()

  /// Creates a machine with an empty folder for the keychain.
  public init() throws { folder = try TemporaryDirectory() }

  /// Creates a machine that has an existing folder and no tickets. The machine is either a different machine with
  /// this folder, or the same machine after a restart.
  package init(_ folder: TemporaryDirectory) { self.folder = folder }

  /// Returns the keychain of this machine as a new process opens it.
  package func process(
    clock: any KeychainClock = SystemClock(), passcodeFile: String? = nil,
    credentialsDirectory: String? = nil
  ) -> LocalKeychain {
    var location = StoreLocation(home: folder.path, credentialsDirectory: credentialsDirectory)
    location.passcodeFile = passcodeFile
    return LocalKeychain(location, clock: clock, locking: context())
  }

  /// Returns an unlock context for a new process of this machine.
  package func context() -> UnlockContext { Self.context(custody, clock) }

  /// Returns an unlock context for a new process of the machine whose kernel is `custody` and whose clock is `clock`.
  package static func context(
    _ custody: MemoryCustody, _ clock: TestMachineClock
  ) -> UnlockContext {
    UnlockContext(authority: custody, cache: KeyCache(), clock: clock, cost: quick)
  }

  /// The lowest cost of Argon2 that `Argon2Cost` allows, so that tests are fast.
  private static var quick: Argon2Cost {
    guard let cost = Argon2Cost(passes: 1, memory: 8, lanes: 1) else {
      preconditionFailure("within bounds")
    }
    return cost
  }
}
