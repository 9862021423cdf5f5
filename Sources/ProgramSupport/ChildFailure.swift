/// The reason why a child program could not be run.
package struct ChildFailure: Error, Equatable {
  /// A sentence without secrets.
  package let reason: String
}
