import Dispatch
import Glibc
package import Keychain
package import KeychainModel
import Synchronization

/// Reports the commits to a keychain.
package final class CommitWatcher: Sendable {
  private let keychain: KeychainClient
  private let beginning: ChangeCursor
  private let isStopped = Atomic(false)
  private let queue = DispatchQueue(label: "latchkey.commits")

  /// How long one call waits for a commit, and how long the thread goes on after `stop`.
  private static let patience = Duration.seconds(2)

  /// A watcher that begins with the next commit.
  ///
  /// - Throws: `.notAvailable` when the folder of the keychain cannot be used.
  package init(_ keychain: KeychainClient) throws(KeychainError) {
    self.keychain = keychain
    beginning = try keychain.changes(since: nil).cursor
  }

  /// Calls `body` with each commit, one after another, on a queue of its own.
  package func start(_ body: @escaping @Sendable (KeychainCommit) -> Void) {
    queue.async { [self] in
      var cursor = beginning
      while !isStopped.load(ordering: .relaxed) {
        guard let news = try? keychain.changes(since: cursor, waitingFor: Self.patience) else {
          // The keychain may be of use again.
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

  /// Ends the reports. One may be under way.
  package func stop() { isStopped.store(true, ordering: .relaxed) }
}
