import KeychainModel
import Vault

/// Stops a change after a step, as if the process was killed: every later step fails.
///
/// A call starts again when the files were replaced. Its steps fail, too, because a killed process
/// starts nothing.
final class Interruption: Sendable {
  private let last: Step
  /// How many times the step occurs before the change is stopped.
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

/// Runs a closure at the first occurrence of a step.
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
