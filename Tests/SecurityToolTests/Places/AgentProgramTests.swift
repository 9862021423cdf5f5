import TestSupport
import Testing

/// The program `keychain-agent` with its set-group-ID bit. The environment has its own `/etc` and `/run`.
@Suite(.serialized, .enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)")) struct AgentProgramTests
{
  private let machine: DaemonPlace

  init() throws { machine = try DaemonPlace() }

  /// The lines that a script prints. See `agent-machine.sh`.
  private func lines(_ script: String) throws -> [String] {
    let run = try machine.runWithApplications(". \"$PLACES/agent-machine.sh\"\n" + script)
    #expect(run.status == 0, "\(run.errors)")
    return run.text.split(separator: "\n").map(String.init)
  }

  @Test func theAgentUnlocksTheKeychainForAProgram() throws {
    let lines = try lines(
      """
      as_person /run/app/ordinary-client unlock
      start_agent
      as_person /run/app/ordinary-client unlock unlock
      grep -c GETPIN "$SEEN/commands"
      grep SETDESC "$SEEN/commands"
      """)
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("-25308 ") && lines[0].contains("keychain-agent"))
    #expect(lines[1...3] == ["ok", "ok", "1"])
    #expect(lines[4].contains("calls itself \"/run/app/ordinary-client\" (process "))
    #expect(lines[4].hasSuffix("to unlock your keychain for all your programs."))
  }

  @Test func thePinentryHasACleanEnvironmentAndNoPrivileges() throws {
    let lines = try lines(
      """
      start_agent LANG=C.UTF-8 TERM=xterm HOME=/hostile GTK_MODULES=hostile QT_PLUGIN_PATH=/hostile LD_PRELOAD=/hostile \\
        LATCHKEY_PINENTRY=/hostile PATH=/hostile DBUS_SESSION_BUS_ADDRESS=unix:path=/hostile XDG_RUNTIME_DIR=/run/user/1 \\
        WAYLAND_DISPLAY=wayland-0 XAUTHORITY=/run/x
      as_person /run/app/ordinary-client unlock
      cat "$SEEN/environment" "$SEEN/status" | sed 's/ *$//'
      grep -E '^(Gid|NoNewPrivs):' /proc/$agent/status | tr '\\t' ' '
      """)
    #expect(
      lines == [
        "ok", "DBUS_SESSION_BUS_ADDRESS=disabled:", "DISPLAY=:7", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
        "WAYLAND_DISPLAY=/run/user/1/wayland-0", "XAUTHORITY=/run/x", "Gid: 12345 12345 12345 12345", "Groups:",
        "NoNewPrivs: 1", "Gid: 12345 12345 12345 12345", "NoNewPrivs: 0",
      ])
  }

  /// Attack 31.
  @Test func thePinentryEndsWithTheClientAndWithTheAgent() throws {
    let lines = try lines(
      """
      start_agent
      touch "$SEEN/hang"
      setpriv --reuid 12345 --regid 12345 --clear-groups /run/app/ordinary-client unlock & client=$!
      await "$SEEN/started"
      pinentry=$(cat "$SEEN/started")
      gone() {
        for _ in $(seq 200); do kill -0 "$pinentry" 2>/dev/null || { echo gone; return; }; sleep 0.05; done
        echo 'still there'
      }
      kill -KILL $client
      gone
      rm "$SEEN/started"
      setpriv --reuid 12345 --regid 12345 --clear-groups /run/app/ordinary-client unlock & client=$!
      await "$SEEN/started"
      pinentry=$(cat "$SEEN/started")
      kill -TERM $agent
      gone
      wait $client
      """)
    // The client may print its line before the shell prints the last one.
    #expect(lines.count == 3 && lines.filter { $0 == "gone" }.count == 2, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("-25308 ") }, "\(lines)")
  }

  /// Attack 30.
  @Test func onlyTheProgramWithTheBitBecomesTheAgent() throws {
    let lines = try lines(
      """
      cp "$BUILT/keychain-agent" /run/app/copy
      chmod 755 /run/app/copy
      as_person env -i DISPLAY=:7 /run/app/copy 2>&1 || echo "status $?"
      as_person env -i /run/app/keychain-agent 2>&1 || echo "status $?"
      as_person env -i DISPLAY=:7 setpriv --no-new-privs /run/app/keychain-agent 2>&1 || echo "status $?"
      start_agent
      as_person env -i DISPLAY=:7 /run/app/keychain-agent 2>&1 || echo "status $?"
      echo wrong > "$SEEN/answer"
      as_person env -i DISPLAY=:7 /run/app/keychain-agent --replace 2>&1 || echo "status $?"
      echo passcode > "$SEEN/answer"
      first=$agent
      setpriv --reuid 12345 --regid 12345 --clear-groups env -i DISPLAY=:7 /run/app/keychain-agent --replace & agent=$!
      await_agent
      kill -KILL $first
      as_person /run/app/ordinary-client unlock
      """)
    #expect(lines.count == 11)
    #expect(lines[0].contains("does not have the group") && lines[1] == "status 1")
    #expect(lines[2].contains("no display") && lines[3] == "status 1")
    #expect(lines[4].contains("does not have the group") && lines[5] == "status 1")
    #expect(lines[6].contains("the session has an agent") && lines[7] == "status 1")
    #expect(lines[8].hasPrefix("keychain-agent: ") && lines[9] == "status 1")
    #expect(lines[10] == "ok")
  }

  @Test func theAgentBeginsAgainAfterARestartOfTheService() throws {
    let lines = try lines(
      """
      start_agent
      sleep 2.1
      stop
      start
      sleep 1
      await_agent
      as_person /run/app/ordinary-client lock unlock
      """)
    #expect(lines == ["ok", "ok"])
  }

  @Test func aConfigurationThatIsNotRootsIsRefused() throws {
    let lines = try lines(
      """
      chown 12345 /etc/latchkey/agent.plist
      as_person env -i DISPLAY=:7 /run/app/keychain-agent 2>&1 || echo "status $?"
      chown 0 /etc/latchkey/agent.plist
      agent_setting pinentry
      as_person env -i DISPLAY=:7 /run/app/keychain-agent 2>&1 || echo "status $?"
      """)
    #expect(lines.count == 4 && lines[1] == "status 1" && lines[3] == "status 1")
    #expect(lines[0].contains("agent.plist") && lines[2].contains("pinentry is no absolute path"))
  }

  /// The lines that terminal-agent.py prints, with the pinentry of Debian on a terminal.
  private func terminal(
    _ mode: String, _ columns: Int, _ rows: Int, asking client: String
  ) throws -> [String] {
    try lines(
      """
      agent_setting /usr/bin/pinentry-curses
      cp "$PLACES/terminal-agent.py" "$PLACE"
      chmod 644 "$PLACE/terminal-agent.py"
      as_person /usr/bin/python3 -I "$PLACE/terminal-agent.py" \(mode) \(columns) \(rows) /run/app/keychain-agent \(client)
      """)
  }

  /// The questions on terminals of two sizes. Two passcodes are typed into the terminal, and the first one is wrong.
  @Test(arguments: [(80, 24), (40, 10)]) func theQuestionIsOnTheTerminal(_ columns: Int, _ rows: Int) throws {
    let lines = try terminal("answer", columns, rows, asking: "/run/app/ordinary-client unlock")
    let screens = lines.joined(separator: "\n")
    #expect(lines.last == "ok", "\(screens)")
    let question = try #require(lines.first { $0.hasPrefix("question: ") })
    let retry = try #require(lines.first { $0.hasPrefix("retry: ") })
    for screen in [question, retry] {
      if columns == 80 {
        let words = screen.replacing(/process [0-9]+/, with: "process N")
        #expect(
          words.contains(
            "A program that calls itself \"/run/app/ordinary-client\" (process N, any program of yours can use this "
              + "name) asks for the passcode, to unlock your keychain for all your programs."), "\(screens)")
      } else {
        #expect(screen.contains("Unverified \"ordinary-client\" asks for the passcode: unlock."), "\(screens)")
      }
      #expect(screen.contains("Passcode:"), "\(screens)")
    }
    #expect(!question.contains("Try again") && retry.contains("The passcode is wrong. Try again."), "\(screens)")
  }

  /// An application with a manifest gives a reason. A small terminal has no room for the reason.
  @Test(arguments: [(80, 24), (40, 10)]) func theReasonIsOnTheTerminal(_ columns: Int, _ rows: Int) throws {
    let lines = try terminal(
      "answer", columns, rows, asking: "/run/app/application-client begin com.example.test prove 'open the vault'")
    let screens = lines.joined(separator: "\n")
    #expect(lines.last?.hasSuffix("ok") == true, "\(screens)")
    for name in ["question: ", "retry: "] {
      let screen = try #require(lines.first { $0.hasPrefix(name) })
      if columns == 80 {
        let words = screen.replacing(/process [0-9]+/, with: "process N")
        #expect(
          words.contains(
            "The application \"com.example.test\" (verified, process N, program \"/run/app/application-client\") asks for "
              + "the passcode, to use protected items of your keychain. It says: \"open the vault\""), "\(screens)")
      } else {
        #expect(screen.contains("Verified \"com.example.test\" asks for the passcode: items."), "\(screens)")
      }
      #expect(screen.contains("Passcode:"), "\(screens)")
    }
  }

  /// A pinentry that the client left, and an agent whose terminal has ended.
  @Test func theAgentOfATerminalEndsWithIt() throws {
    let lines = try terminal("end", 80, 24, asking: "/run/app/ordinary-client unlock")
    #expect(lines.count == 4, "\(lines)")
    #expect(lines.starts(with: ["pinentries: 1", "after the client: gone", "after the terminal: gone"]), "\(lines)")
    #expect(lines.last?.hasPrefix("-25308 ") == true, "\(lines)")
  }
}
