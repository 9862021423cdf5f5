import CPlatform
import Keychain
import KeychainModel
import KeychainTransport
import Synchronization

// Calls, from their packet to the packet of their reply.
extension PacketServer {
  func answer(
    _ packet: borrowing ReceivedPacket, _ client: Client, _ turn: RequestTurn
  ) throws(KeychainError) {
    let number = packet.header.number
    guard packet.header.isInMemoryFile else {
      return try packet.withBody { (body) throws(KeychainError) in
        try answer(body, number, client, turn) { .small(HeldCall.Message(body)) }
      }
    }
    guard !turn.connection.takeOverdueCall(number) else {
      return try refuse(
        KeychainError(.notAvailable, "the program took too long to fill a memory file", because: .timedOut), number,
        turn.connection)
    }
    guard let memory = turn.connection.takeMemory(number), memory.file.byteCount == Int(packet.header.length) else {
      throw KeychainError(.notAvailable, "a call names a memory file that the service does not have")
    }
    try answer(memory, client, turn)
  }

  func answer(_ call: HeldCall, _ client: Client, _ turn: RequestTurn) throws(KeychainError) {
    switch call.content {
    case .request(let request): try answer(request, call.number, turn, since: call.since)
    case .small(let message):
      try message.bytes.withBytes { (body) throws(KeychainError) in
        try answer(body, call.number, client, turn, since: call.since) { call.content }
      }
    case .large(let memory): try answer(memory, client, turn, since: call.since)
    }
  }

  /// Carries out a call that came in its packet.
  private func answer(
    _ body: UnsafeRawBufferPointer, _ number: UInt64, _ client: Client, _ turn: RequestTurn,
    since: Int64 = lk_monotonic_now(), held content: () -> HeldCall.Content
  ) throws(KeychainError) {
    guard let claim = turn.load.claim(0) else { return }
    guard let needed = try carryOut(body, existing: 0, number, claim, client, turn) else { return }
    hold(HeldCall(number, content(), needing: needed, since: since), turn)
  }

  /// Carries out a call that is in a memory file. The client must have sealed the file.
  private func answer(
    _ memory: CallMemory, _ client: Client, _ turn: RequestTurn, since: Int64 = lk_monotonic_now()
  ) throws(KeychainError) {
    guard let needed = try carryOut(memory, client, turn) else { return }
    hold(HeldCall(memory.number, .large(memory), needing: needed, since: since), turn)
  }

  /// - Returns: Nil; or the number of bytes that the call needs, when there was not enough memory.
  private func carryOut(_ memory: CallMemory, _ client: Client, _ turn: RequestTurn) throws(KeychainError) -> Int? {
    let byteCount = memory.file.byteCount
    let needed = CallMemory.neededByteCount(forMessageOf: byteCount)
    guard let claim = turn.load.claim(needed) else { return needed }
    return try memory.file.copy().withUnsafeBytes { (body) throws(KeychainError) in
      try carryOut(body, existing: byteCount, memory.number, claim, client, turn)
    }
  }

  /// Makes a memory file for a large call, and sends it to the client. A process has one such file at most.
  ///
  /// - Parameter since: The time of the request.
  func answer(
    _ request: MemoryRequest, _ number: UInt64, _ turn: RequestTurn, since: Int64 = lk_monotonic_now()
  ) throws(KeychainError) {
    let connection = turn.connection
    guard connection.mayReplaceMemory else {
      return try refuse(
        KeychainError(.notAvailable, "the program has not received an earlier memory file"), number, connection)
    }
    guard turn.load.memory.mayFit(CallMemory.neededByteCount(forMessageOf: request.byteCount)) else {
      return try refuse(
        KeychainError(.dataTooLarge, "the call needs more memory than one user may use of the service"), number,
        connection)
    }
    connection.dropMemory()
    guard let fillTurn = turn.load.beginFilling(connection), turn.load.takeMemoryFile() else {
      return hold(HeldCall(number, .request(request), needing: 0, since: since), turn)
    }
    let file: MemoryFile
    do throws(KeychainError) { file = try MemoryFile(byteCount: request.byteCount) } catch {
      return try refuse(error, number, connection)
    }
    connection.keep(CallMemory(number, file, filledIn: fillTurn))
    // The client may use the connection at once.
    try connection.send(
      PacketHeader(.memory, number: number, length: request.byteCount, isInMemoryFile: true), [], file)
  }

  /// Keeps a call until its user uses less memory. Later calls of the connection wait, too.
  private func hold(_ call: HeldCall, _ turn: RequestTurn) {
    guard .nanoseconds(lk_monotonic_now() - call.since) <= limits.memoryTime else {
      return refuseHeld(call, turn.connection)
    }
    turn.connection.hold(call)
    turn.load.hold(turn.connection)
    turn.share()
    inspectsSoon.store(true, ordering: .relaxed)
  }

  /// Carries out a call, and sends the reply.
  ///
  /// - Parameter existing: The bytes of the claim that the call uses already.
  /// - Returns: Nil; or, when there was not enough memory for the items and the call changed nothing, the number of bytes
  ///   that it needs. The call has no reply then.
  private func carryOut(
    _ message: UnsafeRawBufferPointer, existing: Int, _ number: UInt64, _ claim: MemoryClaim, _ client: Client,
    _ turn: RequestTurn
  ) throws(KeychainError) -> Int? {
    let connection = turn.connection
    let call = connection.beginCall()
    defer { connection.endCall(call.number) }
    // The values of the message are about as large as the message.
    claim.beginMeasuring(beside: existing, announcing: existing)
    // The users take turns to derive keys from passcodes (`DerivationQueue`).
    lk_set_thread_client(UInt64(connection.process.credentials.user) + 1)
    let handling = CallHandling(
      client: client, load: turn.load,
      resources: CallResources(memory: claim, cancellation: call.cancellation),
      connection: connection, agents: agents, cancellation: call.cancellation)
    var answer = try handling.answer(message) { request in
      // Another thread can receive the next packet while this thread carries out the call. A brief call ends before
      // another thread is awake.
      if !request.isBrief || lk_socket_has_packet(connection.socket.descriptor) == 1 { turn.share() }
    } waiting: { [self] (wait) throws(KeychainError) in
      end(turn)
      let count = waitingCount.add(1, ordering: .relaxed).newValue
      defer { waitingCount.subtract(1, ordering: .relaxed) }
      return try wait(count <= limits.waiting)
    }
    defer { answer.message.wipe() }
    // malloc(3) keeps small blocks that are free, and no claim contains them.
    if claim.byteCount >= Self.returnedByteCount { lk_memory_return_free() }
    if answer.isRepeatable, let refused = claim.refusedByteCount, turn.load.memory.mayFit(refused) { return refused }
    if answer.isRefusal {
      let application = client.identity.application ?? "a program without a manifest"
      let grade = client.identity.grade
      note(
        KeychainError(
          .missingEntitlement,
          "\(application), with the grade \(grade.rawValue), asked for something that it may not use"),
        of: connection)
    }
    // The client may use its next connection at once. A lost reply of a brief call is no harm.
    if !turn.isShared { connection.awaitPacket(after: call.number) }
    try send(&answer, number, claim, connection)
    return nil
  }

  /// A call that uses this number of bytes returns free memory to the system at its end.
  private static let returnedByteCount = 16 << 20

  /// Takes the answer of an agent.
  ///
  /// - Throws: `.notAvailable` for a client that is no agent.
  func take(
    _ answer: borrowing AgentAnswer, _ client: Client, _ connection: ClientConnection
  ) throws(KeychainError) {
    guard client.identity.application == AgentTable.application, let agent = agents[connection.identifier] else {
      throw KeychainError(.notAvailable, "a program that is no agent answered a question")
    }
    guard !agent.take(answer) else { return }
    note(
      KeychainError(.notAvailable, "an agent answered a question that was withdrawn, or never asked"), of: connection)
  }

  private func send(
    _ answer: inout CallHandling.Answer, _ number: UInt64, _ claim: MemoryClaim, _ connection: ClientConnection
  ) throws(KeychainError) {
    let count = answer.message.count
    guard count > PacketHeader.largestInlineByteCount else {
      return try connection.send(PacketHeader(.reply, number: number, length: count), answer.message)
    }
    guard count <= PacketHeader.largestByteCount else {
      return try refuse(
        KeychainError(.dataTooLarge, "the reply has more than \(PacketHeader.largestByteCount >> 20) MiB"), number,
        connection)
    }
    // The call and its items are not in memory any more.
    claim.resize(to: count)
    let message = answer.message
    // The queue of the connection has the only copy, which it overwrites.
    answer.message = []
    try connection.sendLarge(number, message, claim)
  }

  /// Tells the clients of a keychain that something changed.
  func notify(_ served: ServedKeychain) {
    for identifier in served.subscriberIdentifiers {
      guard let connection = connections[identifier] else { continue }
      do throws(KeychainError) { try connection.sendNotice() } catch { close(connection, error) }
    }
  }
}
