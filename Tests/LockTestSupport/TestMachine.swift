package import Keychain
import KeychainCrypto
import KeychainModel
public import TestSupport
package import Vault

/// A machine with a keychain. Processes start and end, and the simulated kernel keeps their tickets.
public struct TestMachine: Sendable {
  /// The folder of the keychain.
  public let folder: TemporaryDirectory
  package let custody = MemoryCustody()
  package let clock = TestMachineClock()

  /// Creates a machine with an empty folder.
  public init() throws { folder = try TemporaryDirectory() }

  /// The same folder on another machine, or on this machine with an empty kernel.
  package init(_ folder: TemporaryDirectory) { self.folder = folder }

  /// The keychain in a new process.
  package func process(
    clock: any KeychainClock = SystemClock(), passcodeFile: String? = nil,
    credentialsDirectory: String? = nil
  ) -> LocalKeychain {
    var location = StoreLocation(home: folder.path, credentialsDirectory: credentialsDirectory)
    location.passcodeFile = passcodeFile
    return LocalKeychain(location, clock: clock, locking: context())
  }

  /// The unlock context of a new process.
  package func context() -> UnlockContext { Self.context(custody, clock) }

  /// The unlock context of a new process on a machine with this kernel.
  package static func context(
    _ custody: MemoryCustody, _ clock: TestMachineClock
  ) -> UnlockContext {
    UnlockContext(authority: custody, cache: KeyCache(), clock: clock, cost: quick)
  }

  /// The lowest possible cost of Argon2, so that tests are fast.
  private static var quick: Argon2Cost {
    guard let cost = Argon2Cost(passes: 1, memory: 8, lanes: 1) else {
      preconditionFailure("within bounds")
    }
    return cost
  }
}
