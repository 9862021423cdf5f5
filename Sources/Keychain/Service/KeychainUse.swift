import CPlatform
import Glibc
package import KeychainFiles
package import KeychainModel
import Synchronization

/// The calls and the work that use a keychain at present, so that the use of a keychain can end before its folder is
/// removed. A call that went on would make the folder again.
final class KeychainUse: Sendable {
  private let count = Atomic<Int>(0)
  private let isEnded = Atomic<Bool>(false)
  private let running = ForkSafeMutex<[ObjectIdentifier: RunningWork]>([:])

  private static let pause: useconds_t = 2000

  var hasEnded: Bool { isEnded.load(ordering: .sequentiallyConsistent) }

  /// - Throws: `.notAvailable` when the use has ended. Then `leave` must not be called.
  func enter() throws(KeychainError) {
    count.add(1, ordering: .sequentiallyConsistent)
    guard hasEnded else { return }
    leave()
    throw KeychainError(
      .notAvailable, "the keychain was removed or replaced; the program must connect again", because: .replaced)
  }

  func leave() { count.subtract(1, ordering: .sequentiallyConsistent) }

  /// Runs work, which `end` cancels.
  ///
  /// - Throws: The errors of `enter`, and of `body`.
  func run<Result>(
    _ work: RunningWork, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    // The work is noted before it enters, so `end` cancels the work, or the work finds that the use has ended.
    running.withLock { $0[ObjectIdentifier(work)] = work }
    defer { running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(work)) } }
    try enter()
    defer { leave() }
    return try body()
  }

  /// Refuses further calls, cancels the work, and waits until no call and no work uses the keychain.
  ///
  /// - Throws: `.notAvailable` when a call takes longer. Then the use has not ended.
  func end(until deadline: Deadline) throws(KeychainError) {
    isEnded.store(true, ordering: .sequentiallyConsistent)
    for work in running.withLock({ Array($0.values) }) { work.cancel() }
    while count.load(ordering: .sequentiallyConsistent) > 0 {
      guard deadline.remaining > .zero else {
        isEnded.store(false, ordering: .sequentiallyConsistent)
        throw KeychainError(.notAvailable, "programs use the keychain; nothing was changed")
      }
      usleep(Self.pause)
    }
  }

  /// Refuses further calls, and cancels the work.
  func endWithoutWaiting() {
    isEnded.store(true, ordering: .sequentiallyConsistent)
    for work in running.withLock({ Array($0.values) }) { work.cancel() }
  }
}

extension LocalKeychain {
  package var isRetired: Bool { uses.hasEnded }

  /// Ends the use of the keychain for good: nothing opens or makes it any more through this object, except the functions
  /// for its end. Work that runs is cancelled.
  ///
  /// - Throws: `.notAvailable` when a call does not end in time. Then the use has not ended.
  package func retire(until deadline: Deadline) throws(KeychainError) { try uses.end(until: deadline) }

  /// Ends the use of the keychain, and does not wait for calls that run.
  package func retireAtOnce() { uses.endWithoutWaiting() }

  /// Runs `body`, for which `retire` waits.
  ///
  /// - Throws: `.notAvailable` when the keychain is retired; the errors of `body`.
  package func using<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
    try uses.enter()
    defer { uses.leave() }
    return try body()
  }

  /// Destroys the keys of a retired keychain, and removes its files.
  package func eraseRetired() throws(KeychainError) {
    _ = try ForkGate.enterUnlessForked { () throws(KeychainError) in try vault.erase(until: .after(timeout)) }
  }

  /// Closes the files of a retired keychain.
  package func closeRetired() { ForkGate.enter { vault.close() } }
}
