/// The time limits of an evaluation for the network, in seconds.
package struct NetworkPatience: Sendable {
  /// The limit for one request.
  package var request = 5.0
  /// The limit for all requests together.
  package var whole = 15.0

  package init() {}
}
