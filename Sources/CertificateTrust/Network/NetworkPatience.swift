/// How long a judgement waits for what it asks of the network, in seconds.
package struct NetworkPatience: Sendable {
  /// For one request.
  package var request = 5.0
  /// For all of them together.
  package var whole = 15.0

  package init() {}
}
