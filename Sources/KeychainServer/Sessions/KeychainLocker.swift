import KeychainFiles
import KeychainModel

/// Locks keychains on threads of its own. A keychain whose files are in use delays no other keychain.
final class KeychainLocker: Sendable {
  private struct Job: Sendable {
    let keychain: ServedKeychain
    /// Signalled when the keychain is locked; nil when no thread waits.
    let done: Semaphore?
  }

  private struct State: Sendable {
    var jobs: [Job] = []
    var workerCount = 0
  }

  private static let largestWorkerCount = 8

  private let state = ForkSafeMutex(State())

  /// Locks a keychain soon. Does nothing more for a keychain that waits already, because a user can cause any number of
  /// lockings.
  func lock(_ keychain: ServedKeychain) {
    state.withLock { state in
      guard !state.jobs.contains(where: { $0.keychain === keychain }) else { return }
      state.jobs.append(Job(keychain: keychain, done: nil))
    }
    startWorker()
  }

  /// Locks keychains, and waits until they are locked.
  ///
  /// - Returns: Whether all were locked before the deadline. The others are locked later.
  func lock(_ keychains: [ServedKeychain], until deadline: Deadline) -> Bool {
    let done = Semaphore()
    for keychain in keychains {
      state.withLock { $0.jobs.append(Job(keychain: keychain, done: done)) }
      startWorker()
    }
    for _ in keychains where !done.wait(until: deadline) { return false }
    return true
  }

  private func startWorker() {
    let isStarting = state.withLock { state in
      guard !state.jobs.isEmpty, state.workerCount < Self.largestWorkerCount else { return false }
      state.workerCount += 1
      return true
    }
    guard isStarting else { return }
    if !DetachedThread.start({ [self] in work() }) { work() }
  }

  private func work() {
    while true {
      let job = state.withLock { state -> Job? in
        guard !state.jobs.isEmpty else {
          state.workerCount -= 1
          return nil
        }
        return state.jobs.removeFirst()
      }
      guard let job else { return }
      job.keychain.lock()
      job.done?.signal()
    }
  }
}
