import KeychainModel

/// Who asks when a request says nothing else: the program itself, when it says how, and otherwise the
/// pinentry that the environment names.
package enum StandardPrompter {
  private static let closure = Guarded<ClosurePrompter.Closure?>(nil)

  /// One for one context or call; cancelling it changes nothing for the next.
  package static func make() -> any Prompter {
    guard let closure = closure.withLock({ $0 }) else { return Pinentry() }
    return ClosurePrompter(closure)
  }

  /// From now on, the questions of this process are put by a closure; by the pinentry again for nil.
  package static func use(_ new: ClosurePrompter.Closure?) { closure.withLock { $0 = new } }
}
