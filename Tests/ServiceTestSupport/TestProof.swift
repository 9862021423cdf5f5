import Keychain
import LockTestSupport

/// What a person or a program has proven.
public struct TestProof: Sendable {
  let proof: AccessProof

  /// A proof of nothing.
  public init() { proof = AccessProof() }

  /// An application password.
  public init(applicationPassword: String) throws {
    proof = AccessProof(applicationPassword: try passcode(applicationPassword))
  }

  /// The passcode of a keychain.
  ///
  /// - Parameter applicationPassword: An application password beside it; nil for none.
  public init(
    passcode text: String, of keychain: ServedKeychain, applicationPassword: String? = nil
  ) throws {
    proof = AccessProof(
      applicationPassword: try applicationPassword.map { try passcode($0) },
      passcode: try keychain.client.provePasscode(passcode(text)))
  }
}
