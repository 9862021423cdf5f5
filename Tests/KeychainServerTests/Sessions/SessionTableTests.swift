import Testing

@testable import KeychainServer

@Suite struct SessionTableTests {
  private func session(_ number: Int, _ user: UInt32, _ sessionClass: String = "user") -> LoginSession {
    LoginSession(path: "/\(number)", user: user, sessionClass: sessionClass)
  }

  private func table(_ sessions: LoginSession...) -> SessionTable {
    var table = SessionTable()
    for session in sessions { table.add(session) }
    return table
  }

  @Test func theLastSessionOfAUserCounts() {
    var table = table(session(1, 7), session(2, 7), session(3, 8))
    #expect(table.user(ofSession: "/1") == 7)
    #expect(table.remove("/1") == nil)
    #expect(table.user(ofSession: "/1") == nil)
    #expect(table.remove("/2") == 7)
    #expect(table.remove("/2") == nil)
    #expect(table.remove("/3") == 8)
  }

  @Test func onlySessionsOfPersonsCount() {
    for other in ["manager", "manager-early", "greeter", "background", "background-light", "lock-screen", ""] {
      var table = table(session(1, 7), session(2, 7, other))
      #expect(table.remove("/1") == 7, "\(other)")
      #expect(table.remove("/2") == nil, "\(other)")
    }
    for person in ["user-early", "user-light", "user-incomplete"] {
      var table = table(session(1, 7), session(2, 7, person))
      #expect(table.remove("/1") == nil, "\(person)")
      #expect(table.remove("/2") == 7, "\(person)")
    }
  }

  /// After a connection was lost, only users count who had a session before.
  @Test func missedEndsAreFound() {
    var table = table(session(1, 7), session(2, 8), session(3, 9, "greeter"))
    #expect(table.replace(with: [session(4, 8), session(5, 10)]) == [7])
    #expect(table.count == 2)
    #expect(table.replace(with: []) == [8, 10])
    #expect(table.replace(with: []) == [])
  }
}
