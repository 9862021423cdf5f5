public import Foundation
package import Keychain
package import KeychainCrypto
package import KeychainModel
package import KeychainPrompt
public import LocalAuthentication
import LockTestSupport
public import Security
import Synchronization

/// A value for `kSecUseAuthenticationContext` that has proofs and gives a fixed answer to every question.
public final class TestAuthenticationContext: NSObject {
  /// The answer of the context when the keychain asks for a proof.
  public enum Answer: Sendable {
    /// The context gives a proof.
    case proof(TestProof)
    /// The authentication fails with an error.
    case failure(LAError.Code)
  }

  private struct State: Sendable {
    var proof: AccessProof
    var asked: [AccessConstraints] = []
  }

  private let state: Mutex<State>
  private let answer: Answer

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - proof: The proofs that the context has before the first question.
  ///   - answer: The answer to each question.
  public init(
    _ proof: TestProof = TestProof(), answer: Answer = .failure(.authenticationFailed)
  ) {
    state = Mutex(State(proof: proof.proof))
    self.answer = answer
  }

  /// The access constraints of each question so far.
  public var asked: [SecAccessControlCreateFlags] {
    state.withLock(\.asked).map {
      SecAccessControlCreateFlags(rawValue: CFOptionFlags($0.rawValue))
    }
  }
}

extension TestAuthenticationContext: AuthenticationContext {
  package var isValid: Bool { true }

  package var proof: AccessProof { state.withLock(\.proof) }

  package func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, reason: String?, mayAsk: Bool
  ) throws(AuthenticationFailure) -> AccessProof {
    guard mayAsk else { throw AuthenticationFailure(.notInteractive) }
    state.withLock { $0.asked.append(constraints) }
    switch answer {
    case .failure(let code): throw AuthenticationFailure(code)
    case .proof(let given):
      return state.withLock { state in
        state.proof = state.proof.adding(given.proof)
        return state.proof
      }
    }
  }

  package func forget(_ password: Passcode) {}
}

extension AuthenticationFailure {
  /// Creates the failure that `LocalAuthentication` reports as this error code.
  fileprivate init(_ code: LAError.Code) {
    let reason = Reason.allCases.first { LAError(AuthenticationFailure($0)).code == code }
    guard let reason else { preconditionFailure("no authentication fails with \(code)") }
    self.init(reason)
  }
}
