import Glibc

/// What the tests of attacks need: root, namespaces, and programs with the set-group-ID bit.
package enum AttackPrerequisites {
  /// Whether a machine without the prerequisites fails the tests. `make test-unprivileged` sets the variable.
  package static let areRequired = getenv("LATCHKEY_TEST_UNPRIVILEGED") == nil

  /// The sentence of a failure.
  package static func sentence(_ missing: String) -> String {
    "the tests of attacks need \(missing); make test-unprivileged runs the others"
  }
}
