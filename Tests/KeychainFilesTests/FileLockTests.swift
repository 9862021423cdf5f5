import CTestSupport
import Foundation
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@Suite struct FileLockTests {
  private let temporary: TemporaryDirectory
  private let directory: ProtectedDirectory

  init() throws {
    temporary = try TemporaryDirectory()
    directory = try ProtectedDirectory.openOrCreate(temporary.path)
  }

  @Test func lockFileIsCreatedForThisUserAlone() throws {
    _ = try makeLock()
    #expect(try directory.status(of: "latchkey.lock")?.mode == UInt32(S_IFREG) | 0o600)
  }

  @Test func sharedLocksCoexistAndExcludeExclusive() throws {
    let (one, two, three) = (try makeLock(), try makeLock(), try makeLock())
    #expect(try one.tryLock(.shared))
    #expect(try two.tryLock(.shared))
    #expect(try three.tryLock(.exclusive) == false)
    one.unlock()
    two.unlock()
    #expect(try three.tryLock(.exclusive))
    #expect(try one.tryLock(.shared) == false)
  }

  /// While a process waits for the exclusive lock, no other process gets the shared lock. Otherwise, two processes
  /// could take turns with the shared lock, and the exclusive lock would never become free.
  @Test func whoWaitsForItAloneGoesBeforeNewHolders() async throws {
    // A waiting process has precedence only for a limited time. The test sets this time to an hour, because a busy
    // machine may need longer than the default time.
    let long = Duration.seconds(3600)
    let locks = (
      try makeLock(), try makeLock(longestPrecedence: long), try makeLock(longestPrecedence: long)
    )
    #expect(try locks.0.tryLock(.shared))
    let last = locks.2
    // The wait runs on its own thread, because other tests may occupy all threads of the pool that runs tasks.
    async let waited: Void = withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try last.lock(.exclusive, timeout: long) })
      }
    }
    // Repeats until the other thread waits for the lock.
    while (try? locks.1.lock(.shared, timeout: .zero)) != nil {
      locks.1.unlock()
      try await Task.sleep(for: .milliseconds(1))
    }
    for _ in 0..<5 {
      #expect(throws: KeychainError.self) { try locks.1.lock(.shared, timeout: .zero) }
    }
    locks.0.unlock()
    try await waited
    #expect(throws: KeychainError.self) { try locks.1.lock(.shared, timeout: .zero) }
    locks.2.unlock()
    try locks.1.lock(.shared, timeout: .zero)
  }

  @Test func whoWaitedInVainAnnouncesNothingAnyMore() throws {
    let (one, two, three) = (try makeLock(), try makeLock(), try makeLock())
    #expect(try one.tryLock(.shared))
    #expect(throws: KeychainError.self) { try two.lock(.exclusive, timeout: .milliseconds(5)) }
    try three.lock(.shared, timeout: .zero)
  }

  @Test func lockEndsWithItsObject() throws {
    let other = try makeLock()
    do {
      let lock = try makeLock()
      try lock.lock(.exclusive, timeout: .zero)
      #expect(try other.tryLock(.shared) == false)
    }
    #expect(try other.tryLock(.exclusive))
  }

  @Test func waitingEndsWithAStatus() throws {
    let (one, two) = (try makeLock(), try makeLock())
    #expect(try one.tryLock(.exclusive))
    let clock = ContinuousClock()
    let start = clock.now
    let error = #expect(throws: KeychainError.self) {
      try two.lock(.shared, timeout: .milliseconds(30))
    }
    #expect(error?.code == .notAvailable)
    #expect(clock.now - start >= .milliseconds(30))
  }

  @Test func lockOfAKilledProcessIsFree() throws {
    let lock = try makeLock()
    var ends: [Int32] = [-1, -1]
    #expect(lk_test_pipe(&ends) == 0)
    let child = lk_test_fork(60)
    if child == 0 {
      guard let own = try? makeLock(), (try? own.tryLock(.exclusive)) == true else { _exit(1) }
      write(ends[1], "x", 1)
      while true { pause() }
    }
    close(ends[1])
    // Waits until the child process holds the lock.
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1)
    close(ends[0])
    #expect(try lock.tryLock(.exclusive) == false)
    kill(child, SIGKILL)
    #expect(lk_test_wait(child) == -SIGKILL)
    try lock.lock(.exclusive, timeout: .seconds(30))
  }

  @Test func stoppedHolderKeepsNoNewHolderAway() throws {
    let lock = try makeLock()
    let holder = try startHolder(.shared)
    defer { end(holder) }
    kill(holder, SIGSTOP)
    // A child process waits for the exclusive lock during the whole test.
    let waiter = lk_test_fork(40)
    if waiter == 0 {
      try? makeLock().lock(.exclusive, timeout: .seconds(30))
      _exit(0)
    }
    defer { end(waiter) }
    let isAnnounced = reaches {
      guard (try? lock.lock(.shared, timeout: .zero)) != nil else { return true }
      lock.unlock()
      return false
    }
    try #require(isAnnounced)
    try lock.lock(.shared, timeout: .seconds(10))
  }

  @Test func failureNamesTheHolder() throws {
    let lock = try makeLock()
    let holder = try startHolder(.shared)
    defer { end(holder) }
    let error = #expect(throws: KeychainError.self) {
      try lock.lock(.exclusive, timeout: .milliseconds(5))
    }
    #expect(error?.reason == "process \(holder) keeps \(lock.path) locked")
  }

  /// Starts a child process that holds the lock until it is killed.
  private func startHolder(_ mode: FileLock.Mode) throws -> Int32 {
    let child = lk_test_fork(40)
    if child == 0 {
      guard let own = try? makeLock(), (try? own.tryLock(mode)) == true else { _exit(1) }
      while true { pause() }
    }
    let lock = try makeLock()
    let isHeld = reaches {
      guard (try? lock.tryLock(.exclusive)) == true else { return true }
      lock.unlock()
      return false
    }
    try #require(isHeld)
    return child
  }

  private func end(_ child: Int32) {
    kill(child, SIGKILL)
    _ = lk_test_wait(child)
  }

  /// Checks a condition every millisecond. Returns false if the condition does not become true within 20 seconds.
  private func reaches(_ condition: () -> Bool) -> Bool {
    for _ in 0..<20_000 {
      if condition() { return true }
      usleep(1000)
    }
    return false
  }

  @Test func removedLockFileIsNoticed() throws {
    let lock = try makeLock()
    #expect(try lock.isStillNamed())
    unlink(temporary("latchkey.lock"))
    #expect(try lock.isStillNamed() == false)
    _ = try makeLock()
    #expect(try lock.isStillNamed() == false)
  }

  @Test func wideOrLinkedLockFileIsRefused() throws {
    try temporary.write([], to: "latchkey.lock", mode: 0o644)
    #expect(throws: KeychainError.self) { _ = try makeLock() }
    unlink(temporary("latchkey.lock"))
    symlink("elsewhere", temporary("latchkey.lock"))
    #expect(throws: KeychainError.self) { _ = try makeLock() }
    #expect(temporary.names() == ["latchkey.lock"])
  }

  private func makeLock(longestPrecedence: Duration = .seconds(2)) throws(KeychainError) -> FileLock {
    try FileLock("latchkey.lock", in: directory, longestPrecedence: longestPrecedence)
  }
}
