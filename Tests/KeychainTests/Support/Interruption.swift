import KeychainModel
import Vault

/// Ends a change after a step, as if the process was killed: from then on every step fails.
///
/// A call that fails because the files were replaced begins again; the dead begin nothing.
final class Interruption: Sendable {
  private let last: Step
  /// How often the step comes before it ends the change.
  private let rest: Guarded<Int>
  private let dead = Guarded(false)

  init(at step: Step, after count: Int = 0) {
    last = step
    rest = Guarded(count)
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

/// Runs something at a step, the first time that it comes.
final class AtStep: Sendable {
  private let step: Step
  private let body: Guarded<(@Sendable () throws -> Void)?>

  init(_ step: Step, _ body: @escaping @Sendable () throws -> Void) {
    self.step = step
    self.body = Guarded(body)
  }

  /// Whether the step has come.
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
