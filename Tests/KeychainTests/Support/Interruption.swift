import KeychainModel
import Vault

/// Simulates a process that is killed at a step: the step and all later steps throw an error.
///
/// A call starts again when its files were replaced. The steps of the repeated call throw as well, because a killed
/// process does nothing.
final class Interruption: Sendable {
  private let last: Step
  /// The number of times that the step still succeeds before the process is killed.
  private let rest: ForkSafeMutex<Int>
  private let dead = ForkSafeMutex(false)

  init(at step: Step, after count: Int = 0) {
    last = step
    rest = ForkSafeMutex(count)
  }

  var isDead: Bool { dead.withLock { $0 } }

  func done(_ step: Step) throws(KeychainError) {
    if step == last {
      let isLast = rest.withLock { rest in
        rest -= 1
        return rest < 0
      }
      if isLast { dead.withLock { $0 = true } }
    }
    if isDead { throw KeychainError(.inputOutput, "interrupted") }
  }
}

/// Runs a closure when a step occurs for the first time.
final class AtStep: Sendable {
  private let step: Step
  private let body: ForkSafeMutex<(@Sendable () throws -> Void)?>

  init(_ step: Step, _ body: @escaping @Sendable () throws -> Void) {
    self.step = step
    self.body = ForkSafeMutex(body)
  }

  /// Whether the step has occurred.
  var isDone: Bool { body.withLock { $0 == nil } }

  func done(_ step: Step) throws(KeychainError) {
    guard step == self.step, let body = body.withLock({ $0.take() }) else { return }
    do {
      try body()
    } catch let error as KeychainError {
      throw error
    } catch {
      throw KeychainError(.unexpected, "a test failed at a step")
    }
  }
}
