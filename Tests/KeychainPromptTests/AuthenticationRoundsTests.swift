import Keychain
import KeychainModel
import Testing

@testable import KeychainPrompt

/// Tests of requests that need several proofs.
@Suite struct AuthenticationRoundsTests {
  private static let needed = KeychainError(
    .authenticationFailed, "a proof is missing", cause: .authenticationNeeded([.userPresence], toStore: false))

  /// A request is made with the last proof that a person gives. After that, the person is asked for nothing.
  @Test func lastProofIsTried() throws {
    var rounds = AuthenticationRounds()
    var proof: AccessProof?
    var (proofCount, requestCount) = (0, 0)
    let error = #expect(throws: KeychainError.self) {
      while true {
        requestCount += 1
        try rounds.prove(after: Self.needed, &proof, forget: { _ in }) { (_, _, _) in
          proofCount += 1
          return AccessProof()
        }
      }
    }
    #expect(error?.code == .authenticationFailed)
    #expect(proofCount == AuthenticationRounds.limit && requestCount == proofCount + 1)
  }

  /// The same proof would not change the result of the request.
  @Test func sameProofIsNotTriedAgain() throws {
    var rounds = AuthenticationRounds()
    let same = AccessProof()
    var proof: AccessProof? = same
    var count = 0
    let error = #expect(throws: KeychainError.self) {
      while true {
        count += 1
        try rounds.prove(after: Self.needed, &proof, forget: { _ in }) { (_, _, _) in same }
      }
    }
    #expect(error?.cause == Self.needed.cause)
    #expect(count == 1)
  }
}
