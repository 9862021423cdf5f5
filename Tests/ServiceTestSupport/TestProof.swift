import Keychain
import LockTestSupport

/// The proofs of a person or a program.
public struct TestProof: Sendable {
  let proof: AccessProof

  /// Creates an empty proof.
  public init() { proof = AccessProof() }

  /// An application password.
  public init(applicationPassword: String) throws {
    proof = AccessProof(applicationPassword: try passcode(applicationPassword))
  }

  /// The passcode of a keychain.
  ///
  /// - Parameter applicationPassword: An additional application password; nil for none.
  public init(
    passcode text: String, of keychain: ServedKeychain, applicationPassword: String? = nil
  ) throws {
    proof = AccessProof(
      applicationPassword: try applicationPassword.map { try passcode($0) },
      passcode: try keychain.client.provePasscode(passcode(text)))
  }
}
