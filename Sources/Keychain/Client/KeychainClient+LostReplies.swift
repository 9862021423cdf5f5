import KeychainCrypto
import KeychainFiles
import KeychainModel

// Calls of a service in another process. The connection may break between a call and its reply. The client then does
// not know whether the service carried out the call. A call that changes items has an identifier: the client asks for
// the outcome of the call, and sends the call again if it was not carried out.

extension KeychainClient {
  /// How often a call is sent, and how often the client asks for its outcome.
  private static let attemptCount = 3

  /// Sends a call that is carried out once, even if its reply is lost.
  ///
  /// A call with an unknown outcome may still be running. The client sends it again with the same identifier, so that
  /// the service carries out only one of the two. An error of the second call is final only after the service confirms
  /// it.
  ///
  /// The client always sends the second call. The third call and further questions must fit in the time limit of one
  /// call, which begins with the first loss.
  ///
  /// - Parameter body: Sends the call with an identifier, or without one to a service in this process.
  /// - Returns: The reply; `.outcome(.done)` when the call was carried out and its reply is lost.
  /// - Throws: The error of the call; `.notAvailable` with the cause `connectionLost` when it is unknown whether the
  ///   call was carried out.
  func once(
    _ body: (RequestIdentifier?) throws(KeychainError) -> Reply
  ) throws(KeychainError) -> Reply {
    guard !isInProcess else { return try body(nil) }
    let identifier = try RequestIdentifier(random: SystemRandom())
    var deadline: Deadline?
    for attempt in 1...Self.attemptCount {
      var outcome = RequestOutcome.unknown
      do throws(KeychainError) {
        let reply = try body(identifier)
        guard case .outcome(let known) = reply else { return reply }
        outcome = known
      } catch {
        guard error.isLoss || attempt > 1 else { throw error }
        let end = deadline ?? .after(timeLimit ?? Call.longestTimeLimit)
        deadline = end
        outcome = try lostOutcome(of: identifier, until: end)
      }
      switch outcome {
      case .done:
        // It is unknown which items changed.
        post(true)
        return .outcome(outcome)
      case .failed(let error): throw error
      case .unknown: break
      }
      if attempt > 1, let deadline, deadline.remaining == .zero { break }
    }
    throw Self.unansweredCall("no call that was made again had an answer")
  }

  /// The outcome of a call whose connection broke.
  private func lostOutcome(
    of identifier: RequestIdentifier, until deadline: Deadline
  ) throws(KeychainError) -> RequestOutcome {
    var reason = ""
    for _ in 1...Self.attemptCount {
      do throws(KeychainError) {
        return try outcome(of: identifier)
      } catch {
        reason = error.reason
        guard error.cause == .connectionLost, deadline.remaining > .zero else { break }
      }
    }
    throw Self.unansweredCall("the service cannot be asked: \(reason)")
  }

  private static func unansweredCall(_ reason: String) -> KeychainError {
    KeychainError(
      .notAvailable,
      "the connection to the service broke before it answered; whether the call was carried out is not known, because "
        + reason, cause: .connectionLost)
  }

  /// Performs a request that changes items, once.
  func performOnce(_ request: ItemRequest, with proof: AccessProof?) throws(KeychainError) -> [Item] {
    let reply = try once { (identifier) throws(KeychainError) in
      try using(proof) { (handle) throws(KeychainError) in
        try send(.items(request, proof: handle), identifier)
      }
    }
    return try items(reply, of: request, with: proof)
  }

  /// The items of a reply. The items of a lost reply are read by their references. The references do not show which
  /// existing items an add spared.
  func items(
    _ reply: Reply, of request: ItemRequest, with proof: AccessProof?
  ) throws(KeychainError) -> [Item] {
    guard case .outcome(.done(let references)) = reply else { return try reply.items() }
    let contents: [ItemContents]
    switch request {
    case .search, .update, .delete: return []
    case .add(let request): contents = [request.contents]
    case .addAll(let requests, _): contents = requests.map(\.contents)
    case .addIdentities(let requests): contents = requests.map(\.contents)
    }
    guard let references, references.count == contents.count else { throw Reply.lostResult() }
    var items: [Item] = []
    for (reference, contents) in zip(references, contents) {
      items.append(try item(reference, contents, with: proof))
    }
    return items
  }

  /// A new item, with the contents that the add requested.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost` when the item cannot be read. An error that asks for a
  ///   proof would make the program add the item a second time.
  private func item(
    _ new: RequestOutcome.NewItem, _ contents: ItemContents, with proof: AccessProof?
  ) throws(KeychainError) -> Item {
    guard !contents.isEmpty else { return Item(new.itemClass, identifier: new.identifier) }
    let query = ItemQuery(
      new.itemClass, isSynchronizable: nil, reference: .item(new.itemClass, new.identifier))
    do throws(KeychainError) {
      let items = try perform(.search(SearchRequest(query, contents: contents)), with: proof)
      guard let item = items.first else { throw Reply.unexpected }
      return item
    } catch {
      throw Reply.lostResult("; the item cannot be read: \(error.reason)")
    }
  }
}

extension KeychainError {
  /// Whether the reply to a call is lost. A new connection does not know the work of the broken connection.
  var isLoss: Bool { cause == .connectionLost || cause == .unknownWork }
}

extension Reply {
  /// Returns the reply itself.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost` when the call was carried out and its reply is lost.
  func known() throws(KeychainError) -> Reply {
    if case .outcome(.done) = self { throw Self.lostResult() }
    return self
  }

  /// The error of a call that was carried out and whose reply is lost.
  fileprivate static func lostResult(_ addition: String = "") -> KeychainError {
    KeychainError(
      .notAvailable,
      "the call was carried out, but the connection to the service broke before the reply came\(addition)",
      cause: .connectionLost)
  }
}
