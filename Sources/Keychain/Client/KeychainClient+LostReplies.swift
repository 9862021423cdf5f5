import KeychainCrypto
import KeychainFiles
import KeychainModel

// These functions make calls to a service in another process. The connection may break between a call and its reply.
// The client then does not know whether the service carried out the call. A call that changes items has an identifier:
// the client asks for the outcome of the call. The question settles the call, so the client can send the call again
// under a new identifier when the service did not carry out the call.

extension KeychainClient {
  /// The largest number of attempts to send a call.
  private static let attemptCount = 3

  /// The pauses between the questions for the outcome of a call.
  private static let (firstPause, longestPause) = (Duration.milliseconds(20), Duration.milliseconds(500))

  /// Sends a call. The service carries out the call once, even if a reply is lost.
  ///
  /// The client always sends the second call. The client sends a third call and further requests for the outcome only
  /// within the time limit of one call, measured from the first loss.
  ///
  /// - Parameter body: Sends the call with the given identifier. The identifier is nil for a service in this process.
  /// - Returns: The reply; `.outcome(.done)` when the call was carried out and its reply is lost.
  /// - Throws: The error of the call; `.notAvailable` with the cause `connectionLost` when it is unknown whether the
  ///   call was carried out.
  func once(
    _ body: (RequestIdentifier?) throws(KeychainError) -> Reply
  ) throws(KeychainError) -> Reply {
    guard !isInProcess else { return try body(nil) }
    var deadline: Deadline?
    var (losses, databases) = (0, 0)
    while true {
      let failure: KeychainError
      // All earlier attempts are refused, so every error of this attempt is final, except an error of the disk.
      let identifier = try RequestIdentifier(random: SystemRandom(), at: recentCommit())
      do throws(KeychainError) {
        return try body(identifier)
      } catch {
        if error.cause == .otherDatabase || error.isLoss { remote?.learn(nil) }
        if error.cause == .otherDatabase, databases < Self.attemptCount {
          // The service made the database during the call, or another database took its place.
          databases += 1
          continue
        }
        // A transaction whose commit failed may have been carried out, when the next process reads the log.
        guard error.isLoss || error.code == .inputOutput else { throw error }
        failure = error
      }
      losses += 1
      let end = deadline ?? .after(timeLimit ?? Call.longestTimeLimit)
      deadline = end
      switch try settledOutcome(of: identifier, after: failure, until: end) {
      case .done(let items):
        postUnknownChange()
        return .outcome(.done(items))
      case .unknown:
        throw unansweredCall(
          failure, "another database took the place of the database, or the outcome is no longer kept")
      case .refused:
        guard failure.isLoss else { throw failure }
        guard losses < Self.attemptCount, losses == 1 || end.remaining > .zero else {
          throw KeychainError(
            .notAvailable, "the connection to the service broke before it answered; the call was not carried out")
        }
      }
    }
  }

  /// A recent commit of the service, which the identifier of a call contains.
  private func recentCommit() throws(KeychainError) -> ChangeCursor {
    if let known = remote?.recentCommit { return known }
    let present = try changes(since: nil).cursor
    remote?.learn(present)
    return present
  }

  /// The outcome of a call whose reply is lost. The service may be starting again, so the client asks until a deadline.
  private func settledOutcome(
    of identifier: RequestIdentifier, after failure: KeychainError, until deadline: Deadline
  ) throws(KeychainError) -> RequestOutcome {
    var pause = Self.firstPause
    while true {
      do throws(KeychainError) {
        return try outcome(of: identifier)
      } catch {
        guard error.mayPass, deadline.remaining > .zero else {
          throw unansweredCall(failure, "the service cannot be asked: \(error.reason)")
        }
      }
      _ = Semaphore().wait(until: .after(min(pause, deadline.remaining)))
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// The error for a call with an unknown outcome. The call may have changed items, so the observers are notified.
  private func unansweredCall(_ failure: KeychainError, _ reason: String) -> KeychainError {
    postUnknownChange()
    let event = failure.isLoss ? "the connection to the service broke before it answered" : failure.reason
    return KeychainError(
      .notAvailable, "\(event); whether the call was carried out is not known, because \(reason)",
      cause: .connectionLost)
  }

  /// Notifies observers of a call whose reply is lost. It is unknown whether a synchronizable item changed. `true`
  /// reports that a synchronizable item may have changed.
  private func postUnknownChange() { post(true) }

  /// Performs a request on a service in another process.
  func performRemotely(_ request: ItemRequest, with proof: AccessProof?) throws(KeychainError) -> [Item] {
    func perform(_ identifier: RequestIdentifier?) throws(KeychainError) -> Reply {
      try using(proof) { (handle) throws(KeychainError) in try send(.items(request, proof: handle), identifier) }
    }
    guard request.changesItems else { return try perform(nil).items() }
    return try items(try once(perform), of: request, with: proof)
  }

  /// Returns the items of a reply. When the reply is lost, reads the new items by their references.
  func items(
    _ reply: Reply, of request: ItemRequest, with proof: AccessProof?
  ) throws(KeychainError) -> [Item] {
    guard case .outcome(.done(let references)) = reply else { return request.completed(try reply.items()) }
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
    return request.completed(items)
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
  ///
  /// A service that repeats a call itself after an error of the disk may find that the call was carried out before.
  var isLoss: Bool { cause == .connectionLost || cause == .unknownWork || cause == .requestRepeated }

  /// Whether a later question may be answered: the service is starting, or another program writes.
  fileprivate var mayPass: Bool {
    guard code == .notAvailable else { return false }
    switch failureCause {
    case .other, .timedOut, .replaced: return true
    default: return false
    }
  }
}

extension Request {
  /// Whether the request changes nothing, so that the request can be sent a second time.
  var isRead: Bool {
    switch self {
    case .items(let request, _): !request.changesItems
    case .candidates, .duplicates, .countItems, .countUnreadable, .use, .changes, .openProof, .isCurrent, .mayGuard,
      .requirePasscodeAttempt, .isPresent, .status, .canBeLocked, .exportDeviceKey:
      true
    default: false
    }
  }
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
