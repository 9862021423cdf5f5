/// The turn of one request of a connection: it counts as a request of the user, and no other thread receives the packets
/// of the connection. Both end once.
final class RequestTurn {
  let connection: ClientConnection
  let load: UserLoad
  private var hasEnded = false
  /// Whether other threads may receive the packets of the connection again.
  private(set) var isShared = false

  /// Begins the turn of a connection that has an event.
  ///
  /// - Returns: Nil when the user has too many requests. The connection continues after the end of another request.
  init?(_ connection: ClientConnection) {
    self.connection = connection
    load = connection.load
    connection.stopReceiving()
    guard load.beginRequest(connection) else {
      // Without a registration, the end of the client would not be noticed.
      connection.arm()
      return nil
    }
  }

  /// Lets other threads receive the packets of the connection.
  func share() {
    guard !isShared else { return }
    isShared = true
    connection.continueReceiving()
  }

  /// Ends the request.
  ///
  /// - Returns: The connections that may continue.
  func end() -> [ClientConnection] {
    guard !hasEnded else { return [] }
    hasEnded = true
    return load.endRequest()
  }
}
