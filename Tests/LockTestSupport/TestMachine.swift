package import Keychain
import KeychainCrypto
import KeychainModel
public import TestSupport
package import Vault

/// A machine with a keychain: processes come and go, the kernel keeps what they leave to each other.
public struct TestMachine: Sendable {
  /// The folder of the keychain.
  public let folder: TemporaryDirectory
  package let custody = MemoryCustody()
  package let clock = TestMachineClock()

  /// Makes a machine with an empty folder.
  public init() throws { folder = try TemporaryDirectory() }

  /// The same folder on another machine, or on this one before anything was left in its kernel.
  package init(_ folder: TemporaryDirectory) { self.folder = folder }

  /// The keychain as a new process has it.
  package func process(
    clock: any KeychainClock = SystemClock(), passcodeFile: String? = nil,
    credentialsDirectory: String? = nil,
    onChange: @escaping @Sendable (KeychainChange) -> Void = { _ in }
  ) -> LocalKeychain {
    var location = StoreLocation(home: folder.path, credentialsDirectory: credentialsDirectory)
    location.passcodeFile = passcodeFile
    return LocalKeychain(location, clock: clock, locking: context(), onChange: onChange)
  }

  /// What a new process has to lock with.
  package func context() -> UnlockContext { Self.context(custody, clock) }

  /// What a new process has on a machine with this kernel.
  package static func context(
    _ custody: MemoryCustody, _ clock: TestMachineClock
  ) -> UnlockContext {
    UnlockContext(authority: custody, cache: KeyCache(), clock: clock, cost: quick)
  }

  /// The least that Argon2 can cost, so that tests do not take the time that an attacker should.
  private static var quick: Argon2Cost {
    guard let cost = Argon2Cost(passes: 1, memory: 8, lanes: 1) else {
      preconditionFailure("within bounds")
    }
    return cost
  }
}
