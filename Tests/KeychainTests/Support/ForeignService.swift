import KeychainModel

@testable import Keychain

/// A service whose answers the test determines.
final class ForeignService: KeychainService {
  let asked = ForkSafeMutex<[Request]>([])
  let isInProcess: Bool
  private let answer: @Sendable (Request) -> Result<Reply, KeychainError>

  init(isInProcess: Bool = true, _ answer: @escaping @Sendable (Request) -> Result<Reply, KeychainError>) {
    self.isInProcess = isInProcess
    self.answer = answer
  }

  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    asked.withLock { $0.append(call.request) }
    return try answer(call.request).get()
  }

  /// Creates a client of the service.
  ///
  /// - Parameter onChange: Called after every commit of the client.
  func client(
    of keychain: LocalKeychain, timeLimit: Duration? = nil, onChange: (@Sendable (KeychainChange) -> Void)? = nil
  ) -> KeychainClient {
    KeychainClient(
      self, Peer(.tool), at: keychain.location, TrustSettingsStore(keychain.location), timeLimit: timeLimit,
      onChange: onChange)
  }

  var beginnings: Int { asked.withLock { $0.count { if case .begin = $0 { true } else { false } } } }
}
