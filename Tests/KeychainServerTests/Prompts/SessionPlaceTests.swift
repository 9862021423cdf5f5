import Testing

@testable import KeychainServer

struct SessionPlaceTests {
  private func place(_ group: String, session: String = "4294967295", user: UInt32 = 1000) -> SessionPlace {
    SessionPlace(controlGroup: Array(group.utf8), auditSession: Array(session.utf8), user: user)
  }

  @Test func aSessionIsKnownByItsControlGroup() {
    #expect(place("0::/user.slice/user-1000.slice/session-3.scope\n") == .scope("session-3.scope"))
    #expect(
      place("12:pids:/x\n1:name=systemd:/user.slice/user-1000.slice/session-c1.scope\n") == .scope("session-c1.scope"))
    // After su, the program of another user is in the session of the first user.
    #expect(place("0::/user.slice/user-1000.slice/session-3.scope\n", user: 0) == .scope("session-3.scope"))
  }

  @Test func aProgramOfTheServiceManagerOfTheUserIsKnown() {
    let group = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-x.scope\n"
    #expect(place(group, session: "7") == .manager)
    #expect(place(group, user: 1001) == .none)
  }

  /// The table "who gets the question" of docs/service.md.
  @Test func theAgentOfTheSessionAsks() {
    let agents: [(place: SessionPlace, isGraphical: Bool)] = [
      (.scope("session-1.scope"), false), (.audit(5), false), (.scope("session-2.scope"), true), (.none, false),
      (.manager, false),
    ]
    #expect(SessionPlace.scope("session-1.scope").indexOfAgent(among: agents) == 0)
    #expect(SessionPlace.scope("session-2.scope").indexOfAgent(among: agents) == 2)
    #expect(SessionPlace.audit(5).indexOfAgent(among: agents) == 1)
    #expect(SessionPlace.none.indexOfAgent(among: agents) == 3)
    // No agent of another session asks, also when it shows windows.
    for place in [SessionPlace.scope("session-3.scope"), .audit(1)] {
      #expect(place.indexOfAgent(among: agents) == nil)
    }
    #expect(SessionPlace.none.indexOfAgent(among: Array(agents.prefix(3))) == nil)
  }

  @Test func anAgentWithWindowsAsksForProgramsOfTheServiceManager() {
    let agents: [(place: SessionPlace, isGraphical: Bool)] = [
      (.scope("session-1.scope"), false), (.scope("session-2.scope"), true), (.manager, false),
    ]
    #expect(SessionPlace.manager.indexOfAgent(among: agents) == 2)
    #expect(SessionPlace.manager.indexOfAgent(among: Array(agents.prefix(2))) == 1)
    #expect(SessionPlace.manager.indexOfAgent(among: Array(agents.prefix(1))) == nil)
  }

  /// A user can choose the names of control groups below the group of the user's service manager.
  @Test func aControlGroupOfTheUserIsNoSession() {
    let group = "0::/user.slice/user-1000.slice/user@1000.service/user.slice/user-1000.slice/session-3.scope\n"
    #expect(place(group) == .manager)
    #expect(place("0::/x/user.slice/user-1000.slice/session-3.scope\n") == .none)
    #expect(place("5:memory:/user.slice/user-1000.slice/session-3.scope\n") == .none)
  }

  @Test func withoutALoginManagerTheSessionOfTheKernelCounts() {
    #expect(place("0::/\n", session: "12") == .audit(12))
    #expect(place("0::/system.slice/ssh.service\n", session: "12\n") == .audit(12))
    #expect(place("0::/\n") == .none)
    #expect(place("", session: "") == .none)
    #expect(place("", session: "99999999999") == .none)
  }
}
