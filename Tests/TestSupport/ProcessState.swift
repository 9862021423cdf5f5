package import Foundation

/// State of the whole process that a test changes. Tests that change the same state hold its lock, because the tests of a
/// process run at the same time.
package enum ProcessState {
  /// The queue of derivations that `DerivationQueue.install` installs.
  package static let derivationQueue = NSLock()
}
