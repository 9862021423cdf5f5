import Foundation
import Synchronization

/// Work on its own thread. A test can find out whether the thread waits for another one.
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

  /// Waits until the thread itself waits: between two attempts to take a lock, or for another thread.
  ///
  /// - Returns: Whether it waits. False if the work is done, or does not wait within 30 seconds.
  package func waits() -> Bool {
    var before: ThreadState?
    var looks = 0
    return holds {
      guard !isDone else { return true }
      guard let state = thread.withLock({ $0 }).flatMap(ThreadState.init) else { return false }
      if state.isPausing { return true }
      // The thread also waits briefly for other reasons, so it must wait in the same place several
      // times.
      looks = state == before && state.isBlocked ? looks + 1 : 0
      before = state
      return looks >= 20
    } && !isDone
  }

  /// Waits until the work is done.
  package func end() throws -> Value {
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      usleep(1000)
    }
  }
}

/// Waits until a condition is true. Checks it every millisecond.
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

/// The kernel's information about a thread of this process.
private struct ThreadState: Equatable {
  /// The number and the arguments of its system call; `running` outside of a call.
  private let call: String
  /// How many times it has waited.
  private let waits: Substring?

  /// - Parameter folder: The thread's folder in /proc.
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

  /// Whether it sleeps for a time, as between two attempts to take a lock.
  var isPausing: Bool { Self.pauses.contains(number) }

  /// Whether it waits for another thread or for a file.
  var isBlocked: Bool { number == Self.futex || Self.polls.contains(number) }
}
