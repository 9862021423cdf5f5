import KeychainFiles
import KeychainModel

/// Locks keychains on threads of its own. A keychain whose files are in use delays no other keychain.
final class KeychainLocker: Sendable {
  private struct Job: Sendable {
    let keychain: ServedKeychain
    /// Returns whether the keychain stays unlocked; nil for a keychain that is locked without a question.
    var isExempt: (@Sendable () -> Bool)?
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
  ///
  /// - Parameter isExempt: Returns whether the keychain stays unlocked. The answer may take time.
  func lock(_ keychain: ServedKeychain, unless isExempt: (@Sendable () -> Bool)? = nil) {
    state.withLock { state in
      let waits = state.jobs.contains { $0.keychain === keychain && ($0.isExempt == nil || isExempt != nil) }
      guard !waits else { return }
      state.jobs.append(Job(keychain: keychain, isExempt: isExempt, done: nil))
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
      if job.isExempt?() != true { job.keychain.lock() }
      job.done?.signal()
    }
  }
}
