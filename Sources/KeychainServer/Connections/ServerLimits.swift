/// The limits of one user, and of the service as a whole. They keep one user from using the service up.
package struct ServerLimits: Sendable {
  /// The largest number of connections of one user. A further connection is closed.
  package var connectionsPerUser = 64
  /// The largest number of connections.
  package var connections = 4096
  /// The largest number of requests of one user that the service works on. Further requests stay in the queues of their
  /// sockets.
  package var requestsPerUser = 8
  /// The largest number of requests of one user that wait for the progress of work. Further requests are refused.
  package var waitingPerUser = 16
  /// The largest number of bytes of the large messages of one user in the memory of the service. A message that is larger
  /// is accepted when the user has no other large message.
  package var largeBytesPerUser = 96 << 20
  /// The largest number of bytes of replies of one connection that the client does not receive.
  package var queuedBytesPerConnection = 2 << 20
  /// The time in which a client must say hello and prove itself.
  package var helloTime = Duration.seconds(5)
  /// The time in which a client must receive a reply.
  package var receiveTime = Duration.seconds(20)
  /// The largest number of threads.
  package var threads = 256

  package init() {}
}
