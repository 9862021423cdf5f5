import Dispatch
import Glibc
package import Keychain
package import KeychainModel
import Synchronization

/// A committed change of a keychain.
public struct KeychainCommit: Sendable, Equatable {
  /// The identifier of the process that made the change.
  public let process: Int32

  /// Whether a synchronizable item was added, changed or deleted.
  public let isSynchronizable: Bool

  package init(_ change: KeychainChange) {
    process = change.process
    isSynchronizable = change.isSynchronizable
  }
}

/// Reports the commits of a keychain to a closure.
package final class CommitWatcher: Sendable {
  private let keychain: KeychainClient
  private let beginning: ChangeCursor
  private let isStopped = Atomic(false)
  private let queue = DispatchQueue(label: "latchkey.commits")

  /// The time for which one call of `changes` waits for a commit. After `stop`, the loop in `start` can continue for
  /// this time.
  private static let timeout = Duration.seconds(2)

  /// Makes a watcher that begins with the next commit.
  ///
  /// - Throws: `.notAvailable` if the folder of the keychain cannot be used.
  package init(_ keychain: KeychainClient) throws(KeychainError) {
    self.keychain = keychain
    beginning = try keychain.changes(since: nil).cursor
  }

  /// Calls `body` for one commit after the other on a private queue.
  package func start(_ body: @escaping @Sendable (KeychainCommit) -> Void) {
    queue.async { [self] in
      var cursor = beginning
      while !isStopped.load(ordering: .relaxed) {
        guard let news = try? keychain.changes(since: cursor, waitingFor: Self.timeout) else {
          // The error of `changes` may be temporary, so the loop calls `changes` again after a second.
          sleep(1)
          continue
        }
        cursor = news.cursor
        for change in news.changes where !isStopped.load(ordering: .relaxed) {
          body(KeychainCommit(change))
        }
      }
    }
  }

  /// Stops the calls of `body`. A call that is already running completes.
  package func stop() { isStopped.store(true, ordering: .relaxed) }
}
