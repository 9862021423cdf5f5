import KeychainModel

/// The sessions of all clients. A session belongs to the connection that opened it, and ends with this connection.
struct SessionTable {
  final class Session {
    let owner: String
    fileprivate let group: String
    let cipher: TransferCipher

    init(_ owner: String, _ group: String, _ cipher: consuming TransferCipher) {
      self.owner = owner
      self.group = group
      self.cipher = cipher
    }
  }

  /// The largest number of sessions of one connection, of one process, and of all connections together.
  private static let largestCountOfOwner = 64
  private static let largestCountOfGroup = 256
  private static let largestCount = 16384

  private var sessions: [String: Session] = [:]
  private var counts: [String: Int] = [:]
  private var groupCounts: [String: Int] = [:]
  private var last: UInt64 = 0

  /// Whether a connection has a session.
  func has(owner: String) -> Bool { counts[owner] != nil }

  /// - Parameter group: The name of the process of the connection.
  /// - Returns: The name of the session, which is the last element of its path.
  mutating func open(
    _ cipher: consuming TransferCipher, by owner: String, of group: String
  ) throws(BusError) -> String {
    guard counts[owner, default: 0] < Self.largestCountOfOwner,
      groupCounts[group, default: 0] < Self.largestCountOfGroup, sessions.count < Self.largestCount
    else {
      throw .limitsExceeded(
        "a connection has at most \(Self.largestCountOfOwner) sessions, and a process \(Self.largestCountOfGroup)")
    }
    last += 1
    let name = "s\(last)"
    sessions[name] = Session(owner, group, cipher)
    counts[owner, default: 0] += 1
    groupCounts[group, default: 0] += 1
    return name
  }

  /// - Throws: `NoSession` for a session that does not exist, or that another connection opened.
  func session(at path: String, of owner: String) throws(BusError) -> Session {
    guard case .session(let name) = ObjectPath(path), let session = sessions[name], session.owner == owner else {
      throw .noSession
    }
    return session
  }

  /// Whether a session exists, whoever owns it.
  func exists(_ name: String) -> Bool { sessions[name] != nil }

  /// - Throws: `AccessDenied` for a session of another connection.
  mutating func close(_ name: String, by owner: String) throws(BusError) {
    guard let session = sessions[name] else { throw .unknownObject }
    guard session.owner == owner else { throw .accessDenied("the session belongs to another program") }
    sessions[name] = nil
    let count = counts[owner, default: 1] - 1
    counts[owner] = count > 0 ? count : nil
    forget(session)
  }

  private mutating func forget(_ session: Session) {
    let count = groupCounts[session.group, default: 1] - 1
    groupCounts[session.group] = count > 0 ? count : nil
  }

  /// Ends the sessions of a connection.
  mutating func end(owner: String) {
    guard counts.removeValue(forKey: owner) != nil else { return }
    for (name, session) in sessions where session.owner == owner {
      sessions[name] = nil
      forget(session)
    }
  }
}
