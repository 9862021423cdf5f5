/// The time limits of an evaluation for the network, in seconds.
package struct NetworkTimeouts: Sendable {
  /// The limit for one request.
  package var request = 5.0
  /// The limit for all requests together.
  package var total = 15.0

  package init() {}
}
