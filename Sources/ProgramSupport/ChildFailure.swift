/// Why another program could not be run.
package struct ChildFailure: Error, Equatable {
  /// A sentence without a secret in it.
  package let reason: String
}
