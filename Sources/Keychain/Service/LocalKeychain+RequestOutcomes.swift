import KeychainFiles
import KeychainModel
import KeychainStore
import Vault

// A call with an identifier is carried out at most once. The transaction of the call also writes a row with the
// identifier. When a client asks for the outcome of a call without a row, the service writes a row that refuses the
// call. So the outcome is settled by the database alone, for every process and after every restart.

/// Identifies a call that the service carries out only once.
struct IdentifiedRequest: Hashable, Sendable {
  let client: [UInt8]
  let identifier: RequestIdentifier

  static let lifetime = RequestLifetime(seconds: 600, keptCount: 1024, removedCount: 100)
  /// The largest number of references to new items that are kept for one call.
  static let referenceCount = 256
}

extension LocalKeychain {
  /// Settles a call: a call that was not carried out is never carried out after that. Returns the outcome of the call.
  func outcome(of request: IdentifiedRequest, until deadline: Deadline) throws(KeychainError) -> RequestOutcome {
    // A call whose client found no database is refused in every database.
    guard request.identifier.database != 0 else { return .refused }
    guard try !isErased() else { return .unknown }
    do throws(KeychainError) {
      // A killed process may leave a commit that is visible and not on the disk. The commit of this transaction puts all
      // earlier commits on the disk. So a power failure undoes no call that was answered `done`.
      return try vault.write(until: deadline, changesItems: false) { (session) throws(KeychainError) in
        if let known = try settled(request, session) { return known }
        try add(RequestRow(status: RequestRow.refused, references: nil), request, session)
        return .refused
      }
    } catch {
      guard error.code == .readOnly else { throw error }
      let known = try vault.read(until: deadline) { (session) throws(KeychainError) in try settled(request, session) }
      guard let known else { throw error }
      return known
    }
  }

  /// Whether the next opening makes a new keychain: there is no keychain, or its erasure has begun.
  func isErased() throws(KeychainError) -> Bool {
    guard let state = try location.vault.existing()?.header()?.read()?.state else { return true }
    return state.databaseID == nil || state.job?.kind == .erase
  }

  /// The outcome of a call; nil when the call can still be carried out in the database.
  private func settled(
    _ request: IdentifiedRequest, _ session: ItemSession
  ) throws(KeychainError) -> RequestOutcome? {
    // A repair or an acceptance of older files may have lost the changes of the call.
    guard try session.connection.storeRecord()?.databaseID.high == request.identifier.database else { return .unknown }
    if let row = try session.connection.request(request.identifier.bytes, of: request.client) {
      return RequestOutcome(row)
    }
    // The row of a call belongs to a later commit than the commit that the identifier names.
    return try session.connection.lastRemovedRequestCommit() > request.identifier.commit ? .unknown : nil
  }

  /// - Throws: `.duplicateItem` with the cause `requestRepeated` when the request was carried out or refused before;
  ///   `.notAvailable` with the cause `otherDatabase` when the request was made for another database, or so long ago
  ///   that its row may have been removed.
  func requireNew(
    _ request: IdentifiedRequest, _ session: ItemSession
  ) throws(KeychainError) {
    switch try settled(request, session) {
    case nil: return
    case .unknown?:
      throw KeychainError(
        .notAvailable, "the call was made for another database, or too long ago", cause: .otherDatabase)
    case .done?, .refused?:
      throw KeychainError(
        .duplicateItem, "the request was carried out or refused already", cause: .requestRepeated)
    }
  }

  /// Writes the row of a request in the transaction of the request. The references do not show which items an add left
  /// out, so the references are kept only when the add left out no item.
  func note(
    _ request: IdentifiedRequest, _ items: [Item], _ session: ItemSession
  ) throws(KeychainError) {
    let isWhole = !items.contains { $0.wasPresent || $0.isConflicting }
    let references =
      isWhole && items.count <= IdentifiedRequest.referenceCount ? items.flatMap(\.persistentReference) : nil
    try add(RequestRow(status: RequestRow.carriedOut, references: references), request, session)
  }

  private func add(
    _ row: RequestRow, _ request: IdentifiedRequest, _ session: ItemSession
  ) throws(KeychainError) {
    try session.connection.addRequest(
      row, request.identifier.bytes, of: request.client, at: clock.now, IdentifiedRequest.lifetime)
  }
}

extension RequestRow {
  fileprivate static let carriedOut: Int64 = 0
  fileprivate static let refused = Int64(KeychainError.Code.userCancelled.rawValue)
}

extension RequestOutcome {
  fileprivate init(_ row: RequestRow) {
    switch row.status {
    case RequestRow.carriedOut: self = .done(row.references.flatMap(RequestOutcome.NewItem.list))
    case RequestRow.refused: self = .refused
    // The row is damaged.
    default: self = .unknown
    }
  }
}

extension RequestOutcome.NewItem {
  /// Decodes persistent references of 20 bytes each. Returns nil when the bytes are not references.
  fileprivate static func list(_ bytes: [UInt8]) -> [RequestOutcome.NewItem]? {
    guard bytes.count.isMultiple(of: 20) else { return nil }
    var references: [RequestOutcome.NewItem] = []
    for start in stride(from: 0, to: bytes.count, by: 20) {
      guard
        case .item(let itemClass, let identifier)? = try? PersistentReference(
          Array(bytes[start..<start + 20]))
      else { return nil }
      references.append(RequestOutcome.NewItem(itemClass, identifier))
    }
    return references
  }
}
