import CPlatform
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport

// The packets of a connection, from the hello on.
extension PacketServer {
  func end(_ turn: RequestTurn) {
    proceed(turn.end())
    turn.load.takeHeld()?.tryHeld()
  }

  /// Receives a packet, and answers it.
  ///
  /// - Returns: Whether the caller must wait for the next packet of the connection, because no event is registered.
  func receive(_ connection: ClientConnection, _ buffer: PacketBuffer) throws(KeychainError) -> Bool {
    guard let turn = RequestTurn(connection) else { return false }
    defer { end(turn) }
    if let call = connection.takeHeld(), case .open(let known) = connection.phase {
      defer { connection.endRetry() }
      let client = try present(known, call.number, connection)
      // Further calls of the connection may wait.
      turn.load.hold(connection)
      turn.share()
      try answer(call, client, turn)
      return false
    }
    let phase = connection.phase
    guard let packet = try connection.socket.receive(into: buffer, waits: false) else {
      turn.share()
      return false
    }
    let byteCount = packet.byteCountInBuffer
    defer { buffer.wipe(byteCount) }
    // Another process may have the socket. The kernel names the process of each packet. It does not name the process of a
    // packet that was sent before this process adopted the listening socket. Such a hello needs a proof.
    let isGreeting = if case .greeting = phase { true } else { false }
    let isNamed = packet.sender != 0
    guard packet.sender == connection.process.credentials.process || (isGreeting && !isNamed) else {
      throw KeychainError(.notAvailable, "a packet came from process \(packet.sender)")
    }
    guard connection.process.isAlive else { throw PeerProcess.ended }
    let kind = PacketKind(rawValue: packet.header.kind)
    // Only a call may be large, because only the memory of calls is counted.
    guard kind == .call || !packet.header.isInMemoryFile && packet.header.length <= Self.largestHandshakeByteCount
    else { throw PacketHeader.malformed }
    switch (phase, kind) {
    case (.closed, _): return false
    case (.greeting, .hello):
      let hello = try packet.withBody { (body) throws(KeychainError) in try Hello(body) }
      try requireCommonVersion(hello.versions, connection)
      try greet(connection, .hello(keychainOf: hello.user), turn, isNamed: isNamed)
    case (.greeting, .administration):
      try Custody.requireRoot(connection.process.credentials)
      let hello = try packet.withBody { (body) throws(KeychainError) in try AdministrationHello(body) }
      try requireCommonVersion(hello.versions, connection)
      guard let name = StoreName(folderName: hello.keychain) else { throw PacketHeader.malformed }
      try greet(connection, .administration(name), turn, isNamed: isNamed)
    case (.greeting, .login):
      try LoginHandling.requireRoot(connection.process.credentials)
      let login = try packet.withBody { (body) throws(KeychainError) in try Login(LoginPacket(body)) }
      try greet(connection, .login(login), turn, isNamed: isNamed)
    case (.proving(let challenge, let first), .proof):
      let answer = try packet.withBody { (body) throws(KeychainError) in Array(body) }
      guard answer == challenge else { throw KeychainError(.notAvailable, "the client did not prove its process") }
      try respond(to: first, connection, turn)
    case (.open(let known), .call):
      let client = try present(known, packet.header.number, connection)
      try answer(packet, client, turn)
      if !turn.isShared, connection.isIdle { return true }
    case (.open(let known), .memoryRequest):
      _ = try present(known, packet.header.number, connection)
      let request = try packet.withBody { (body) throws(KeychainError) in try MemoryRequest(body) }
      try answer(request, packet.header.number, turn)
      if !turn.isShared, connection.isIdle { return true }
    case (.open(let known), .answer):
      let client = try present(known, packet.header.number, connection)
      try packet.withBody { (body) throws(KeychainError) in try take(try AgentAnswer(body), client, connection) }
    case (.open(let client), .subscribe):
      if connection.subscribe() { client.served.subscribe(connection.identifier) }
      // Another thread may have closed the connection before the subscription began.
      if connection.isClosed { client.served.unsubscribe(connection.identifier) }
    case (.open, nil):
      try refuse(
        KeychainError(.unimplemented, "the service does not know packets of kind \(packet.header.kind)"),
        packet.header.number, connection)
    default: throw KeychainError(.notAvailable, "a packet came at the wrong time")
    }
    turn.share()
    return false
  }

  /// The largest body of a packet that is no call. Later versions of the hello may have more fields.
  private static let largestHandshakeByteCount: UInt64 = 4096

  private func requireCommonVersion(
    _ versions: ClosedRange<UInt16>, _ connection: ClientConnection
  ) throws(KeychainError) {
    guard versions.contains(Call.messageVersion) else {
      let error = KeychainError(
        .notAvailable, "keychaind and the program have no version of the protocol in common", because: .newerFormat)
      try refuse(error, 0, connection)
      throw error
    }
  }

  /// Answers the first packet of a client, or first asks the client to prove its process.
  private func greet(
    _ connection: ClientConnection, _ first: ClientConnection.FirstPacket, _ turn: RequestTurn, isNamed: Bool
  ) throws(KeychainError) {
    guard !isNamed || connection.process.needsProof else { return try respond(to: first, connection, turn) }
    var challenge = [UInt8](repeating: 0, count: 16)
    guard lk_fill_randomly(&challenge, challenge.count) == 0 else {
      throw KeychainError(.notAvailable, "there are no random bytes")
    }
    guard connection.load.maySend(to: connection) else {
      throw KeychainError(.notAvailable, "users that the service does not know keep too many packets")
    }
    connection.require(challenge, for: first)
    try connection.send(PacketHeader(.challenge, length: challenge.count), challenge)
  }

  private func respond(
    to first: ClientConnection.FirstPacket, _ connection: ClientConnection, _ turn: RequestTurn
  ) throws(KeychainError) {
    // A read is repeated once when its connection breaks, so a service that ends admits no client. The client connects to
    // the next process of the service.
    if isStopping, first.isAdmission { return close(connection, nil) }
    switch first {
    case .hello(let user):
      try admit(connection) { () throws(KeychainError) in
        try admission.client(connection.process, socketName: connection.socketName, keychainOf: user)
      }
    case .administration(let name):
      try admit(connection) { () throws(KeychainError) in
        try admission.administrator(connection.process, socketName: connection.socketName, of: name)
      }
    case .login(let login): try logIn(login, connection, turn)
    }
  }

  /// Carries out a login. The connection then ends.
  private func logIn(_ login: Login, _ connection: ClientConnection, _ turn: RequestTurn) throws(KeychainError) {
    let evidence = try PeerEvidence(
      connection.process, socketName: connection.socketName, controlGroups: admission.controlGroups)
    // A login that waits does not keep other programs of root from the service.
    end(turn)
    let handling = LoginHandling(keychains: admission.keychains, load: connections.load(of:))
    let answer: LoginAnswer
    do throws(KeychainError) { answer = try handling.answer(login, from: evidence) } catch {
      note(error, of: connection)
      answer = .failed
    }
    // The program may have stopped waiting.
    _ = try? connection.send(PacketHeader(.loginAnswer, length: 1), [answer.rawValue])
    close(connection, nil)
  }

  private func admit(
    _ connection: ClientConnection, _ recognise: () throws(KeychainError) -> Client
  ) throws(KeychainError) {
    do throws(KeychainError) {
      let client = try recognise()
      let (continuing, victims) = try connections.recognise(connection)
      proceed(continuing)
      for victim in victims { replace(victim) }
      connection.admit(client)
      let body = ClientAdmission.welcome(client.identity, instance: instance).bytes
      try connection.send(PacketHeader(.welcome, length: body.count), body)
    } catch {
      if error.failureCause == .foreignOwner { connections.forget(connection.process.credentials.user) }
      // The client learns the reason before the end of the connection, unless it has ended.
      _ = try? refuse(error, 0, connection)
      throw error
    }
  }

  /// The client with its present rights. Its rights end when the manifests or the accounts changed.
  private func present(
    _ client: Client, _ number: UInt64, _ connection: ClientConnection
  ) throws(KeychainError) -> Client {
    do throws(KeychainError) {
      let present = try admission.present(client)
      if present !== client { connection.admit(present) }
      return present
    } catch {
      _ = try? refuse(error, number, connection)
      throw error
    }
  }

  /// Tells a client the reason for a failure, unless the service may send nothing to the client.
  func refuse(
    _ error: KeychainError, _ number: UInt64, _ connection: ClientConnection
  ) throws(KeychainError) {
    guard connection.load.maySend(to: connection) else { return }
    let message = try Result<Reply, KeychainError>.failure(error).message()
    try connection.send(PacketHeader(.reply, number: number, length: message.count), message)
  }
}
