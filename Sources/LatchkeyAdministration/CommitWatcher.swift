import Dispatch
package import Keychain
package import KeychainModel
import Synchronization

/// Reports the commits to a keychain.
package final class CommitWatcher: Sendable {
  private let subscription: ChangeSubscription
  private let isStopped = Atomic(false)
  private let queue = DispatchQueue(label: "latchkey.commits")

  /// A watcher that begins with the next commit.
  ///
  /// - Throws: `.notAvailable` when the keychain cannot be watched; `.readOnly` where there is none and none can be made.
  package init(_ keychain: KeychainClient) throws(KeychainError) {
    subscription = try keychain.subscribe()
  }

  /// Calls `body` with each commit, one after another, on a queue of its own.
  package func start(_ body: @escaping @Sendable (KeychainCommit) -> Void) {
    queue.async { [self] in
      while !isStopped.load(ordering: .relaxed), let changes = try? subscription.next() {
        for change in changes where !isStopped.load(ordering: .relaxed) {
          body(KeychainCommit(change))
        }
      }
    }
  }

  /// Ends the reports. One may be under way.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    subscription.cancel()
  }
}
