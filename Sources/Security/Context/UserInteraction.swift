import Keychain
import Synchronization

/// Whether this process may have people asked at all: what `SecKeychainSetUserInteractionAllowed` of the C
/// interface said last, true in the beginning. Every call obeys, whatever its dictionary says.
package enum UserInteraction {
  private static let state = Atomic<Bool>(true)

  /// Inside the gate, because a child must not inherit what is set up at the first use half done.
  package static var isAllowed: Bool {
    get { ForkGate.enter { state.load(ordering: .relaxed) } }
    set { ForkGate.enter { state.store(newValue, ordering: .relaxed) } }
  }
}
