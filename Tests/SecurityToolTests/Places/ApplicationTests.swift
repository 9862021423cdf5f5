import TestSupport
import Testing

/// Applications with the set-group-ID bit, and what they can do after they began. The environment has its own `/etc` and
/// `/run`.
@Suite(.serialized, .enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)")) struct ApplicationTests {
  private let machine: DaemonPlace

  init() throws { machine = try DaemonPlace() }

  private func run(_ script: String) throws -> Tool.Outcome { try machine.runWithApplications(script) }

  /// The lines that a script prints.
  private func lines(_ script: String) throws -> [String] {
    let run = try run(script)
    #expect(run.status == 0, "\(run.errors)")
    return run.text.split(separator: "\n").map(String.init)
  }

  // MARK: The example

  /// Runs the commands of docs/service.md. Commands with `sudo` run as root, and other commands run as the person.
  @Test func theExampleWorksAsThePageSays() throws {
    let examples = try DocumentedExamples("service.md")
    #expect(examples.count > 8)
    let commands = examples.script { command in
      guard !command.hasPrefix("make ") else { return ":" }
      guard !command.hasPrefix("sudo ") else { return "\(command.dropFirst(5))" }
      return "as_person sh -c '\(command.replacing("'", with: "'\\''"))'"
    }
    let run = try run(
      """
      configure
      start
      mkdir "$PLACE/tree" "$PLACE/tree/.build"
      ln -s "$SOURCE/Examples" "$PLACE/tree/Examples"
      mv "$PLACE/static" "$PLACE/tree/.build/protected-note"
      chown 12345 "$PLACE/tree"
      cd "$PLACE/tree"
      mount -t tmpfs -o mode=755 none /usr/local/bin
      ln -s "$SECURITY" /usr/local/bin/security
      PATH=/usr/local/bin:$PATH
      set +e
      \(commands)
      """, building: "protected-note")
    try examples.check(run.text, home: machine.folder("person"))
  }

  /// Runs a script with a copy of a built program at `$PLACE/static`, whose search path has no `$ORIGIN`. An installed
  /// program is linked statically, and has no search path.
  private func run(_ script: String, building program: String) throws -> Tool.Outcome {
    try run(
      """
      cp "$BUILT/\(program)" "$PLACE/static"
      chrpath -d "$PLACE/static" >/dev/null
      \(script)
      """)
  }

  @Test func aSecondProgramDoesNotFindTheItemAndCannotAddAnEqualOne() throws {
    let lines = try lines(
      """
      configure
      start
      as_person $app begin com.example.test add a secret '' find a
      as_person /run/app/ordinary-client find a add a other com.example.test find a
      as_person $app begin com.example.test find a
      """)
    #expect(lines[0] == "com.example.test 3 com.example.test")
    #expect(lines[1...2] == ["ok", "secret"])
    #expect(lines[3].hasPrefix("-25300 "))
    #expect(lines[4].hasPrefix("-34018 "))
    #expect(lines[5].hasPrefix("-25300 "))
    #expect(lines[7] == "secret")
  }

  // MARK: The duties

  @Test func theCallerHasNoInfluenceOnTheProgram() throws {
    let lines = try lines(
      """
      configure
      start
      cd "$PLACE"
      attack inherit /run/app/ordinary-client state
      attack inherit $app begin com.example.test groups state
      as_person env HOME=/hostile XDG_DATA_HOME=/hostile LATCHKEY_HOME=/hostile LATCHKEY_ENTITLEMENTS=/hostile IFS=x \\
        GCONV_PATH=/hostile LOCPATH=/hostile TZDIR=/hostile MALLOC_TRACE=/hostile PYTHONPATH=/hostile OPENSSL_CONF=/hostile \\
        LANG=C.UTF-8 LC_TIME=/hostile LC_ALL=../hostile TZ=:/hostile TERM=xterm PATH=/hostile \\
        $app begin com.example.test environment home begin com.example.test groups
      as_person env -i TZ=Europe/Berlin $app begin com.example.test environment
      """)
    #expect(lines[0] == "0 \(machine.folder.path) ignored blocked 20 open timer")
    #expect(lines[1...3] == ["com.example.test 3 com.example.test", "equal", "77 / default free 1024 closed none"])
    #expect(lines[5] == "LANG=C.UTF-8 PATH=/usr/bin:/bin TERM=xterm")
    #expect(lines[6] == machine.folder("person"))
    #expect(lines[7...8] == ["com.example.test 3 com.example.test", "equal"])
    #expect(lines[10] == "PATH=/usr/bin:/bin TZ=Europe/Berlin")
  }

  /// Preferences of the user would let other programs choose the keychain in which the application stores its items.
  @Test func theSearchListOfTheUserDoesNotApply() throws {
    let lines = try lines(
      """
      configure
      start
      as_person "$SECURITY" create-keychain -p password "$PLACE/person/hostile.keychain"
      as_person "$SECURITY" default-keychain -s "$PLACE/person/hostile.keychain"
      as_person "$SECURITY" list-keychains -s "$PLACE/person/hostile.keychain"
      as_person /run/app/ordinary-client add hostile 1 ''
      as_person "$SECURITY" find-generic-password -a hostile -w "$PLACE/person/hostile.keychain"
      as_person $app begin com.example.test find hostile add a secret '' find a
      as_person "$SECURITY" find-generic-password -a a "$PLACE/person/hostile.keychain" || echo "status $?"
      """)
    #expect(lines[0...1] == ["ok", "1"])
    #expect(lines[3].hasPrefix("-25300 "))
    #expect(lines[4...6] == ["ok", "secret", "status 44"])
  }

  // MARK: Failures

  @Test func aProgramThatCannotBeginHasNoGroupAndNoKeychain() throws {
    let lines = try lines(
      """
      try() { as_person "$@" begin com.example.test groups add a 1 '' begin com.example.test; }
      try $app
      configure
      try $app
      start
      try /run/app/ordinary-client
      as_person $app begin com.example.other groups find a
      rm /etc/latchkey/apps/com.example.test.plist
      # The service looks at the manifests once a second.
      sleep 2
      try $app
      ls -A "$PLACE/person"
      """)
    func expect(_ range: ClosedRange<Int>, _ status: String, _ reason: String) {
      for line in [lines[range.lowerBound]] + lines[(range.lowerBound + 2)...range.upperBound] {
        #expect(line.hasPrefix(status) && line.contains(reason), "\(line)")
      }
      #expect(lines[range.lowerBound + 1] == "equal")
    }
    try #require(lines.count == 19, "\(lines)")
    expect(0...3, "-25291", "this machine has no keychaind")
    expect(4...7, "-25291", "keychaind cannot be reached")
    expect(8...11, "-34018", "does not have the group of an application")
    expect(12...14, "-34018", "does not know the program as the application com.example.other")
    expect(15...18, "-34018", "the application has no usable manifest")
  }

  /// A process that lost its connection must not go on as a program without the group.
  @Test func afterTheEndOfTheConnectionEveryCallFails() throws {
    let lines = try lines(
      """
      configure
      start
      mkfifo "$PLACE/go"
      # The file must exist before its lines are counted.
      : > "$PLACE/said"
      as_person $app begin com.example.test add a secret '' wait find a add b 1 '' find a \\
        < "$PLACE/go" > "$PLACE/said" &
      client=$!
      exec 8> "$PLACE/go"
      while [ "$(wc -l < "$PLACE/said")" -lt 3 ]; do sleep 0.05; done
      stop
      start
      echo >&8
      wait $client
      tail -n 3 "$PLACE/said"
      as_person $app begin com.example.test find a find b
      as_person /run/app/ordinary-client find b
      """)
    for line in lines[0...2] { #expect(line.hasPrefix("-25291 ") && line.contains("ended"), "\(line)") }
    #expect(lines[4] == "secret")
    #expect(lines[5].hasPrefix("-25300 "))
    #expect(lines[6].hasPrefix("-25300 "))
  }

  @Test func aForkedChildIsNotTheApplication() throws {
    let lines = try lines(
      """
      configure
      start
      as_person $app begin com.example.test add a secret '' fork a find a
      """)
    #expect(lines[2].hasPrefix("-25291 a forked child of an application"), "\(lines)")
    #expect(lines[3] == "secret")
  }

  // MARK: The installation

  @Test func theInstallerRefusesWhatLetsOthersActAsTheApplication() throws {
    let run = try run(
      """
      mkdir -m 755 /run/bin /run/open /run/nosuid
      chmod 777 /run/open
      mount -t tmpfs -o nosuid,mode=755 none /run/nosuid
      manifest note
      install_note() {
        "$SOURCE/Examples/Application/install" note "$@" >"$PLACE/installed" 2>&1 && cat "$PLACE/installed" ||
          sed "s/^install: //; s|$PLACE|PLACE|g" "$PLACE/installed"
      }
      note=/etc/latchkey/apps/com.example.note.plist
      printf '#!/bin/sh\\n' > "$PLACE/script"
      install_note "$PLACE/script" $note /run/bin
      install_note /usr/bin/python3 $note /run/bin
      install_note "$PLACE/static" $note /run/open
      install_note "$PLACE/static" $note /run/nosuid
      install_note "$BUILT/application-client" $note /run/bin
      install_note "$PLACE/static" /etc/latchkey/apps/com.example.test.plist /run/bin
      groupadd --system --gid 992 lk-app-note
      echo 'person:900:100' > /etc/subgid
      install_note "$PLACE/static" $note /run/bin
      : > /etc/subgid
      sed -i 's/^lk-app-note:.*/lk-app-note:x:992:person/' /etc/group
      install_note "$PLACE/static" $note /run/bin
      sed -i 's/^lk-app-note:.*/lk-app-note:x:1992:/' /etc/group
      install_note "$PLACE/static" $note /run/bin
      sed -i 's/^lk-app-note:.*/lk-app-note:x:992:/' /etc/group
      ls /run/bin
      echo 0 > "$PLACE/zero"
      mount --bind "$PLACE/zero" /proc/sys/fs/protected_hardlinks
      install_note "$PLACE/static" $note /run/bin
      ln /run/bin/static /run/bin/link
      install_note "$PLACE/static" $note /run/bin | tail -n 1
      stat -c '%a' /run/bin/static /run/bin/link
      """, building: "application-client")
    let lines = run.text.split(separator: "\n").map(String.init)
    let expected = [
      "PLACE/script is no compiled program", "is an interpreter", "/run/open can be changed by other users",
      "is mounted nosuid", "searches its libraries in $ORIGIN", "does not name the group lk-app-note",
      "the group 992 is in a range of /etc/subgid (person)", "the group lk-app-note has members",
      "has the number 1992, not 100 to 999", "warning: the setting fs.protected_hardlinks is 0",
      "installed /run/bin/static", "installed /run/bin/static", "2755", "755",
    ]
    #expect(lines.count == expected.count, "\(lines) \(run.errors)")
    for (line, part) in zip(lines, expected) { #expect(line.contains(part), "\(line)") }
  }
}
