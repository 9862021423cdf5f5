/// A session of logind.
struct LoginSession: Sendable {
  /// The path of the session on the bus.
  let path: String
  let user: UInt32
  /// The class of the session, such as `user`, `greeter`, `manager` or `background`.
  let sessionClass: String
  /// Whether the screen of the session is locked, as far as its desktop says so.
  var isLocked = false

  /// Whether a person is in the session. The other classes with this beginning, such as `user-early`, are sessions of
  /// persons, too.
  var isOfPerson: Bool { sessionClass.hasPrefix("user") }
}

/// The sessions of the machine. Finds the users whose last session has ended.
struct SessionTable {
  private var sessions: [String: LoginSession] = [:]

  var count: Int { sessions.count }

  /// The user of a session; nil when the session is not known.
  func user(ofSession path: String) -> UInt32? { sessions[path]?.user }

  mutating func add(_ session: LoginSession) { sessions[session.path] = session }

  /// Removes a session that has ended.
  ///
  /// - Returns: The user, if no person is logged in as this user any more.
  mutating func remove(_ path: String) -> UInt32? {
    guard let session = sessions.removeValue(forKey: path), session.isOfPerson else { return nil }
    return persons.contains(session.user) ? nil : session.user
  }

  /// Replaces all sessions, after some events may have been missed.
  ///
  /// - Returns: The users who had a session of a person before, and have none now.
  mutating func replace(with all: [LoginSession]) -> Set<UInt32> {
    let before = persons
    sessions = Dictionary(all.map { ($0.path, $0) }) { $1 }
    return before.subtracting(persons)
  }

  /// The users as whom persons are logged in.
  var persons: Set<UInt32> { Set(sessions.values.lazy.filter(\.isOfPerson).map(\.user)) }
}
