import Keychain
import Synchronization

/// Whether this process may ask the user. `SecKeychainSetUserInteractionAllowed` of the C interface sets it; the
/// initial value is true. It overrides the dictionary of every call.
package enum UserInteraction {
  private static let state = Atomic<Bool>(true)

  /// The accessors run inside the fork gate: a fork during their first use would leave a half-initialized state in the
  /// child.
  package static var isAllowed: Bool {
    get { ForkGate.enter { state.load(ordering: .relaxed) } }
    set { ForkGate.enter { state.store(newValue, ordering: .relaxed) } }
  }
}
