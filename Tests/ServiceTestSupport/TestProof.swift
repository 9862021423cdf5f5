import Keychain
import LockTestSupport

/// The passcode and the application password that a person or a program gives.
public struct TestProof: Sendable {
  let proof: AccessProof

  /// Creates a proof without passwords.
  public init() { proof = AccessProof() }

  /// Creates a proof with an application password.
  public init(applicationPassword: String) throws {
    proof = AccessProof(applicationPassword: try passcode(applicationPassword))
  }

  /// Creates a proof with the passcode of a keychain. `keychaind` accepts the proof only from the program that gave the
  /// passcode.
  ///
  /// - Parameters:
  ///   - program: The program that gives the passcode.
  ///   - applicationPassword: An application password in addition; nil for none.
  public init(
    passcode text: String, of keychain: ServedKeychain, as program: TestProgram = .withoutEntitlements,
    applicationPassword: String? = nil
  ) throws {
    proof = AccessProof(
      applicationPassword: try applicationPassword.map { try passcode($0) },
      passcode: try keychain.client(as: program).provePasscode(passcode(text)))
  }
}
