import Foundation
import Synchronization

/// Runs work on its own thread. A test can find out whether the thread waits for another thread.
package final class BackgroundWork<Value: Sendable>: Sendable {
  private let thread = Mutex<String?>(nil)
  private let result = Mutex<Result<Value, any Error>?>(nil)

  package init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      thread.withLock { $0 = link.map { "/proc/\($0)" } }
      let outcome = Result { try body() }
      result.withLock { $0 = outcome }
    }
  }

  package var isDone: Bool { result.withLock { $0 != nil } }

  /// Waits until the work is held up by another thread. The work is held up if its thread pauses between two attempts
  /// to take a lock, or is blocked by another thread.
  ///
  /// - Returns: Whether the work is held up. False if the work ends first, or if the work is not held up within 30
  ///   seconds.
  package func waits() -> Bool {
    var before: ThreadState?
    var looks = 0
    return holds {
      guard !isDone else { return true }
      guard let state = thread.withLock({ $0 }).flatMap(ThreadState.init) else { return false }
      if state.isPausing { return true }
      // The thread also blocks briefly for other reasons. Therefore, the thread counts as waiting only after 20
      // observations in a row found it blocked in the same system call.
      looks = state == before && state.isBlocked ? looks + 1 : 0
      before = state
      return looks >= 20
    } && !isDone
  }

  /// Waits until the work is done. Returns the result of the work, or throws its error.
  package func end() throws -> Value {
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      usleep(1000)
    }
  }
}

/// Checks a condition every millisecond until it is true.
///
/// - Returns: Whether the condition became true within 30 seconds.
public func holds(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(30)
  while true {
    if try condition() { return true }
    guard ContinuousClock.now < end else { return false }
    usleep(1000)
  }
}

/// The state of a thread of this process, from files in /proc.
private struct ThreadState: Equatable {
  /// The number and the arguments of the current system call. The text is `running` if the thread is not in a system
  /// call.
  private let call: String
  /// The line with the number of the thread's voluntary context switches. This number increases whenever the thread
  /// waits.
  private let waits: Substring?

  /// Reads the state of a thread.
  ///
  /// - Parameter folder: The folder of the thread in /proc.
  init?(_ folder: String) {
    guard let call = try? String(contentsOfFile: "\(folder)/syscall", encoding: .utf8),
      let status = try? String(contentsOfFile: "\(folder)/status", encoding: .utf8)
    else { return nil }
    self.call = call
    waits = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
  }

  #if arch(x86_64)
    private static let (pauses, futex, polls) = (["35", "230"], "202", ["7", "271"])
  #else
    private static let (pauses, futex, polls) = (["101", "115"], "98", ["73"])
  #endif

  private var number: String { call.split(separator: " ").first.map { String($0) } ?? "" }

  /// Whether the thread sleeps for a fixed time, as it does between two attempts to take a lock.
  var isPausing: Bool { Self.pauses.contains(number) }

  /// Whether the thread waits for another thread or for a file.
  var isBlocked: Bool { number == Self.futex || Self.polls.contains(number) }
}
