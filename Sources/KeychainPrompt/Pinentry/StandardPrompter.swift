import KeychainModel

/// The default prompter: the closure of the program, if it set one, else the pinentry in the
/// environment.
package enum StandardPrompter {
  private static let closure = ForkSafeMutex<ClosurePrompter.Closure?>(nil)

  /// Creates a prompter for one context or call. Its cancellation does not affect other prompters.
  package static func make() -> any Prompter {
    guard let closure = closure.withLock({ $0 }) else { return Pinentry() }
    return ClosurePrompter(closure)
  }

  /// Sets a closure that asks all later questions of this process. With nil, the pinentry asks them
  /// again.
  package static func use(_ new: ClosurePrompter.Closure?) { closure.withLock { $0 = new } }
}
