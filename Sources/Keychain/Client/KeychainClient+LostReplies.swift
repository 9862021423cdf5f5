import KeychainCrypto
import KeychainFiles
import KeychainModel

// These functions make calls to a service in another process. The connection may break between a call and its reply.
// The client then does not know whether the service carried out the call. A call that changes items has an identifier:
// the client requests the outcome of the call, and sends the call again if the service did not carry out the call.

extension KeychainClient {
  /// The largest number of attempts to send a call. Also the largest number of requests for the outcome of the call
  /// after each lost reply.
  private static let attemptCount = 3

  /// Sends a call. The service carries out the call once, even if a reply is lost.
  ///
  /// A call with an unknown outcome may still be running. The client sends the call again with the same identifier, so
  /// that the service carries out the call only once. If the second call fails, the client asks the service to confirm
  /// the failure.
  ///
  /// The client always sends the second call. A third call and further requests for the outcome are sent only within
  /// the time limit of one call, counted from the loss of the first reply.
  ///
  /// - Parameter body: Sends the call with the given identifier. The identifier is nil for a service in this process.
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
        // The reply is lost, so it is unknown whether a synchronizable item changed. `true` reports that a
        // synchronizable item may have changed.
        post(true)
        return .outcome(outcome)
      case .failed(let error): throw error
      case .unknown: break
      }
      if attempt > 1, let deadline, deadline.remaining == .zero { break }
    }
    throw Self.unansweredCall("no call that was made again had an answer")
  }

  /// The outcome of a call whose reply is lost.
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

  /// Performs a request that changes items. The service carries out the request once, even if a reply is lost.
  func performOnce(_ request: ItemRequest, with proof: AccessProof?) throws(KeychainError) -> [Item] {
    let reply = try once { (identifier) throws(KeychainError) in
      try using(proof) { (handle) throws(KeychainError) in
        try send(.items(request, proof: handle), identifier)
      }
    }
    return try items(reply, of: request, with: proof)
  }

  /// Returns the items of a reply. When the reply of an add is lost, reads the new items by the references in the
  /// outcome. When the reply of any other request is lost, returns no items. After a lost reply, the result does not
  /// show which items existed before the add.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost` when the outcome does not contain one reference for each
  ///   item that the request adds.
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

  /// Reads a new item, with the contents that the add requested.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost` when the item cannot be read. This function does not
  ///   throw the error for a missing proof, because the program would then give a proof and add the item a second time.
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
  /// Whether this error means that the reply to a call is lost. After a lost connection, the service does not know the
  /// work of that connection.
  var isLoss: Bool { cause == .connectionLost || cause == .unknownWork }
}

extension Reply {
  /// Returns this reply. Throws an error if this reply is only the outcome of a call whose own reply was lost.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost`.
  func known() throws(KeychainError) -> Reply {
    if case .outcome(.done) = self { throw Self.lostResult() }
    return self
  }

  /// The error for a call that was carried out and whose reply is lost.
  fileprivate static func lostResult(_ addition: String = "") -> KeychainError {
    KeychainError(
      .notAvailable,
      "the call was carried out, but the connection to the service broke before the reply came\(addition)",
      cause: .connectionLost)
  }
}
