import TestSupport
import Testing

/// Lockings of `keychaind` that logind causes.
///
/// A test that expects that a keychain stays unlocked ends the other user's last session, or locks it. When the other
/// keychain is locked, `keychaind` has seen everything before.
@Suite(.enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)")) struct SessionTests {
  private let place: SessionPlace

  init() throws { place = try SessionPlace() }

  private static let begin = """
    configure
    start_bus
    start_manager
    m session 1 12345 user
    m session 2 12346 user
    start
    watched 1
    open_keychain person
    open_keychain other

    """

  @Test func aLockedSessionLocksTheKeychainOfItsUser() throws {
    let run = try place.run(
      Self.begin + """
        m lock 1
        until_locked person
        state other
        # Nothing that logind says unlocks a keychain.
        m unlock 1
        m lock 2
        until_locked other
        state person
        m unlock 2
        # A session that began later, and one of another class.
        unlock person
        m session 3 12345 greeter
        m lock 3
        until_locked person
        unlock person
        state person
        """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "unlocked\nlocked\nunlocked\n", "\(run.errors)")
  }

  /// The bus delivers signals of every program to `keychaind`, if they have its name as their destination.
  @Test func onlyLogindLocks() throws {
    let run = try place.run(
      Self.begin + """
        send() { as_user "$MANAGER" signal "$@"; }
        send /org/freedesktop/login1/session/1 org.freedesktop.login1.Session Lock
        send /org/freedesktop/login1 org.freedesktop.login1.Manager PrepareForSleep true
        send /org/freedesktop/DBus org.freedesktop.DBus NameOwnerChanged
        m lock 2
        until_locked other
        state person
        logged released
        # The same signal of logind has an effect.
        m lock 1
        until_locked person
        """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "unlocked\n0\n", "\(run.errors)")
  }

  @Test func aSleepWaitsForTheLockingOfAllKeychains() throws {
    let run = try place.run(
      Self.begin + """
        root add-generic-password -a a -s s -w without
        m sleep
        until_logged 1 released
        state person
        state other
        root find-generic-password -s s -w
        sed -n 's/.*the keychain was locked.*/locked/p; /^delayed$/p; /^released$/p' "$PLACE/log"
        m wake
        until_logged 2 delayed
        m sleep
        until_logged 2 released
        """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "locked\nlocked\nwithout\ndelayed\nlocked\nlocked\nreleased\n", "\(run.errors)")
  }

  @Test func withoutPermissionASleepLocksAllTheSame() throws {
    let run = try place.run(
      """
      configure
      start_bus
      start_manager refuse
      start
      watched 1
      open_keychain person
      for _ in 1 2; do
        m sleep
        until_locked person
        m wake
        unlock person
      done
      logged "the machine may sleep before keychains are locked.*Permission denied"
      logged delayed
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "1\n0\n", "\(run.errors)")
  }

  @Test func theEndOfTheLastSessionLocks() throws {
    let run = try place.run(
      Self.begin + """
        m session 3 12345 user
        m session 4 12345 manager
        m session 5 12345 background
        m session 6 12345 greeter
        m end 1
        m end 6
        m lock 2
        until_locked other
        state person
        m end 3
        until_locked person
        """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "unlocked\n", "\(run.errors)")
  }

  @Test func theAdministratorKeepsKeychainsUnlockedAfterALogout() throws {
    let run = try place.run(
      Self.begin + """
        list() {
          printf '%s' '<plist version="1.0"><dict><key>user</key><integer>990</integer>' \\
            "<key>unlocked-after-logout</key><array>$1</array></dict></plist>" > /etc/latchkey/service.plist
        }
        for entry in '<string>person</string>' '<integer>12345</integer>'; do
          list "$entry"
          m end 1
          m end 2
          until_locked other
          state person
          m session 1 12345 user
          m session 2 12346 user
          unlock other
        done
        # The lock of a screen locks nevertheless.
        m lock 1
        until_locked person
        unlock person
        list '<string>nobody-of-this-machine</string>'
        m end 1
        until_locked person
        """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "unlocked\nunlocked\n", "\(run.errors)")
  }

  /// The sessions that ended meanwhile count. A user who had no session before stays unlocked.
  @Test func aRestartOfTheBusAndOfLogindLosesNothing() throws {
    let run = try place.run(
      Self.begin + """
        open_keychain root
        stop_manager
        stop_bus
        until_logged 1 "logind cannot be reached"
        person find-generic-password -s s -w
        state person
        start_bus
        start_manager 2:12346:user
        until_locked person
        state other
        # logind restarts, and the bus does not.
        unlock person
        m session 1 12345 user
        m lock 1
        until_locked person
        stop_manager
        until_logged 1 "logind does not run"
        state other
        start_manager
        until_locked other
        state root
        logged "logind cannot be reached"
        """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "secret\nunlocked\nunlocked\nunlocked\nunlocked\n1\n", "\(run.errors)")
  }

  /// Nobody hears a signal while `keychaind` has no connection. A desktop says later whether its screen is locked.
  @Test func aLockThatWasMissedIsFound() throws {
    let run = try place.run(
      Self.begin + """
        stop_manager
        stop_bus
        until_logged 1 "logind cannot be reached"
        start_bus
        start_manager 1:12345:user:locked 2:12346:user
        until_locked person
        state other
        """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "unlocked\n", "\(run.errors)")
  }

  @Test func theServiceWorksWithoutABus() throws {
    let run = try place.run(
      """
      configure
      start
      open_keychain person
      until_logged 1 "logind cannot be reached"
      state person
      start_bus
      start_manager
      m session 1 12345 user
      watched 1
      m lock 1
      until_locked person
      logged "logind cannot be reached"
      stop
      daemon=
      mount --bind /dev/null "$(ldconfig -p | sed -n 's/.*libsystemd.so.0 .*=> //p' | head -1)"
      start
      until_logged 2 "logind cannot be reached"
      unlock person
      person find-generic-password -s s -w
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "unlocked\n1\nsecret\n", "\(run.errors)")
  }
}
