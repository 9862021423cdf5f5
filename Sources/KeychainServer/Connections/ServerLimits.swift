import KeychainTransport

/// The limits of one user, and of the service as a whole. They keep one user from using the service up.
package struct ServerLimits: Sendable {
  /// The largest number of connections of one user. A further connection takes the place of one that is not in use.
  package var connectionsPerUser = 64
  /// The number of connections of one process above which the process loses a connection first, when its user has too
  /// many.
  package var connectionsPerProcess = 16
  /// The largest number of connections of all users together who are not known yet.
  package var connectionsOfStrangers = 256
  /// The largest number of connections. A further connection takes the place of a connection of the user with the most.
  package var connections = 4096
  /// The number of new connections of one user at once, and in each second afterwards. Root has no such limit.
  package var connectionsAtOnce = 200
  package var connectionsPerSecond = 100
  /// The largest number of requests of one user that the service works on. Further requests stay in the queues of their
  /// sockets.
  package var requestsPerUser = 8
  /// The largest number of requests of one user that wait for the progress of work. Further requests are refused.
  package var waitingPerUser = 16
  /// The largest number of requests of all users that wait for the progress of work. Further requests do not wait.
  package var waiting = 128
  /// The largest number of bytes of one user in the memory of the service: of large messages, of found items, of work and
  /// its results, and of replies that the client has not received. A call that needs more waits until others have ended.
  package var bytesPerUser = 300 << 20
  /// The number of bytes of all users. A user may use half of the bytes that are free after its claim (`MemoryPool`).
  package var bytes = 4 * (300 << 20)
  /// The largest number of bytes of one request: of its found items, or of its work.
  package var bytesPerRequest = PacketHeader.largestByteCount
  /// The largest number of bytes of replies of one connection that the client does not receive. Replies that do not fit
  /// into a packet count only for the user.
  package var queuedBytesPerConnection = 2 << 20
  /// The number of memory files for large calls of one user at once, and in each second afterwards. Further calls wait.
  package var memoryFilesAtOnce = 256
  package var memoryFilesPerSecond = 4
  /// The time in which a client must say hello and prove itself.
  package var helloTime = Duration.seconds(5)
  /// The time in which a client must receive a packet.
  package var receiveTime = Duration.seconds(20)
  /// The time in which a client must receive a reply that has several packets.
  package var largeReplyTime = Duration.seconds(60)
  /// The time in which a client must fill a memory file and send its call.
  package var fillTime = Duration.seconds(20)
  /// The time for which a call waits for memory. Meanwhile, clients that do not receive replies are disconnected.
  package var memoryTime = Duration.seconds(25)
  /// The time after which a connection without hello may lose its place to a further connection of the user.
  package var silentTime = Duration.milliseconds(100)
  /// The time for which programs may not ask the person after three refusals.
  package var promptRefusalTime = Duration.seconds(30)
  /// The time between two entries in the log about refusals of one user.
  package var logInterval = Duration.seconds(60)
  /// The largest number of threads.
  package var threads = 256

  package init() {}
}
