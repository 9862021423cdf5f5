import KeychainModel

/// The proof with which the calls of a client act for the person. All copies of a client have the same proof.
final class PersonProof: Sendable {
  private let state = ForkSafeMutex<Handle?>(nil)

  /// Nil when the calls have the rights of the program.
  var handle: Handle? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
