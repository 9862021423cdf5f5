import TestSupport
import Testing

/// `pam_latchkey.so` in a PAM application, with pam_unix.so, in an environment with its own `/etc` and `/run`.
@Suite(.enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)")) struct LoginTests {
  /// The place of the keychain of the person.
  enum Keeper: String, CaseIterable, Sendable {
    case service, files

    var begin: String { self == .service ? "configure\nstart\n" : "" }
  }

  let place: LoginPlace

  init() throws { place = try LoginPlace() }

  @Test(arguments: Keeper.allCases) func aLoginUnlocksTheKeychain(_ keeper: Keeper) throws {
    let run = try place.run(
      keeper.begin + """
        prepare first-one
        state
        pam common person answer=first-one authenticate account setcred open close
        state
        lock
        pam common person answer=wrong-one authenticate
        pam common person open
        pam common person answer=first-one authenticate setcred
        state
        as_user "$SECURITY" find-generic-password -s s -w >/dev/null 2>&1 || echo locked
        """)
    #expect(
      run.text == """
        locked same 
        authenticate ok account ok setcred ok open ok close ok 
        unlocked same 
        authenticate 7 
        open ok 
        authenticate ok setcred ok 
        locked same 
        locked

        """, "\(run.errors)")
  }

  /// The program that locks a screen opens no session.
  @Test(arguments: Keeper.allCases) func theUnlockingOfAScreenUnlocksTheKeychain(_ keeper: Keeper) throws {
    let run = try place.run(
      keeper.begin + """
        prepare first-one
        for step in reinitialise refresh; do
          pam common person answer=first-one authenticate account $step
          state
          lock
        done
        # A wrong password, no password, and the password of another user, as with sudo.
        pam common person answer=wrong-one authenticate
        pam common person reinitialise
        pam stub root answer=first-one authenticate user=person reinitialise
        pam common person answer=first-one authenticate become=12345 reinitialise
        state
        """)
    #expect(
      run.text == """
        authenticate ok account ok reinitialise ok 
        unlocked same 
        authenticate ok account ok refresh ok 
        unlocked same 
        authenticate 7 
        reinitialise ok 
        authenticate ok reinitialise ok 
        authenticate ok reinitialise ok 
        locked same 

        """, "\(run.errors)")
  }

  /// The tool has the password in a pipe before it can protect itself. No program of the user gets the pipe.
  @Test func noProgramOfTheUserInspectsTheTool() throws {
    let run = try place.run(
      """
      prepare first-one
      mkdir /run/tools
      printf '#!/bin/sh\nexec sleep 1.875\n' > /run/tools/slow
      chmod 755 /run/tools /run/tools/slow
      cat > "$PLACE/inspect.py" <<'END'
      import ctypes, os, sys, time
      def find():
          for name in os.listdir("/proc"):
              try:
                  if name.isdigit() and open("/proc/%s/cmdline" % name, "rb").read() == b"sleep\\0001.875\\0":
                      return int(name)
              except OSError:
                  pass
      library = ctypes.CDLL(None, use_errno=True)
      def copy():
          if library.syscall(438, os.pidfd_open(process), 0, 0) < 0:
              raise OSError(ctypes.get_errno(), "pidfd_getfd")
      open(os.environ["HOME"] + "/ready", "w").close()
      end, process = time.monotonic() + 20, None
      while not process and time.monotonic() < end:
          process = find()
      print("of the user" if os.stat("/proc/%d/stat" % process).st_uid == os.getuid() else "of root")
      for name, attempt in [("open", lambda: os.open("/proc/%d/fd/0" % process, os.O_RDONLY | os.O_NONBLOCK)),
                            ("memory", lambda: os.open("/proc/%d/mem" % process, os.O_RDWR)), ("copy", copy)][:int(sys.argv[1])]:
          try:
              attempt()
              print(name, "possible")
          except PermissionError:
              print(name, "denied")
      END
      chmod 644 "$PLACE/inspect.py"
      as_user /usr/bin/python3 "$PLACE/inspect.py" 1 & inspector=$!
      until [ -e "$PLACE/person/ready" ]; do sleep 0.02; done
      rm "$PLACE/person/ready"
      as_user /run/tools/slow < /dev/null & process=$!
      wait $inspector
      wait $process
      module="/run/pam/pam_latchkey.so tool=/run/tools/slow"
      printf 'auth required @stub\nauth optional @module\nsession optional @module\n' | service slow
      # systemd gives programs of sessions the first capability, and programs that listen may have the second.
      HOME="$PLACE/person" setpriv --reuid=12345 --regid=12345 --clear-groups \\
        --inh-caps=+wake_alarm,+net_bind_service --ambient-caps=+wake_alarm,+net_bind_service \\
        /usr/bin/python3 "$PLACE/inspect.py" 3 & inspector=$!
      # The program looks for the tool before the tool starts.
      until [ -e "$PLACE/person/ready" ]; do sleep 0.02; done
      "$app" /run/pam/services slow person answer=first-one authenticate open > "$PLACE/steps"
      wait $inspector
      """)
    #expect(
      run.text == "of the user\nopen possible\nof the user\nopen denied\nmemory denied\ncopy denied\n", "\(run.errors)")
  }

  @Test(arguments: Keeper.allCases) func aChangeOfTheLoginPasswordChangesThePasscode(_ keeper: Keeper) throws {
    let run = try place.run(
      keeper.begin + """
        prepare first-one
        pam common person uid=12345 answer=first-one answer=second-one answer=second-one change
        state
        lock
        log_in second-one
        state
        as_user "$SECURITY" unlock-keychain -p first-one 2>/dev/null || echo refused
        # The old password is wrong, and nothing changes.
        pam common person uid=12345 answer=wrong-one change
        \(keeper == .files ? "exit" : "")
        # An expired password changes between the authentication and the session.
        lock
        pam common person answer=second-one authenticate answer=second-one answer=third-one answer=third-one \\
          change-expired open
        state
        lock
        log_in third-one
        state
        """)
    #expect(
      run.text == """
        change ok 
        unlocked same 
        unlocked same 
        refused
        change 20 
        \(keeper == .files ? "" : """
          authenticate ok change-expired ok open ok 
          unlocked same 
          unlocked same 

          """)
        """, "\(run.errors)")
  }

  /// Root sets a password without the old one. The next logins have another password than the keychain.
  @Test func aStaleLoginPasswordIsReported() throws {
    let run = try place.run(
      Keeper.service.begin + """
        prepare first-one
        pam common person answer=second-one answer=second-one change
        state
        log_in second-one
        state
        as_user "$SECURITY" doctor | grep '^fix login password' | grep -o 'set-keychain-password --login'
        as_user "$SECURITY" set-keychain-password -o first-one -p second-one --login
        set_password second-one
        lock
        log_in second-one
        state
        as_user "$SECURITY" set-keychain-password -o second-one -p own-password
        lock
        set_password own-password
        log_in own-password
        state
        """)
    #expect(
      run.text == """
        change ok 
        locked differs 
        locked differs 
        set-keychain-password --login
        unlocked same 
        locked 

        """, "\(run.errors)")
  }

  /// The password of one user never goes to the keychain of another, and a child of the program does not have it.
  @Test(arguments: Keeper.allCases) func thePasswordStaysWithItsUserAndItsProcess(_ keeper: Keeper) throws {
    let run = try place.run(
      keeper.begin + """
        prepare first-one
        pam common person answer=first-one authenticate user=root open user=person open
        pam stub root answer=first-one authenticate user=person open
        pam common person answer=first-one authenticate fork open
        pam common person answer=first-one authenticate become=12345 open
        state
        # The descriptors 0 to 2 are closed, and the program ignores its children.
        pam common person answer=first-one close-all authenticate open
        state
        lock
        pam common person answer=first-one ignore-children authenticate open
        state
        lock
        # A session that is opened a second time has no password.
        pam common person answer=first-one authenticate open
        lock
        pam common person answer=first-one authenticate open wait=1 open
        lock
        state
        # Users without an account, and without a keychain.
        pam stub nobody-of-this-machine answer=first-one authenticate open
        pam stub root answer=first-one authenticate open
        ls "$PLACE/state"
        """)
    #expect(
      run.text == """
        authenticate ok open ok open ok 
        authenticate ok open ok 
        authenticate ok open ok 
        authenticate ok open ok 
        locked same 
        authenticate ok open ok 
        unlocked same 
        authenticate ok open ok 
        unlocked same 
        authenticate ok open ok 
        authenticate ok open ok open ok 
        locked same 
        authenticate ok open ok 
        authenticate ok open ok 
        \(keeper == .service ? "12345\n" : "")
        """, "\(run.errors)")
  }

  @Test func everyPasswordIsTaken() throws {
    let run = try place.run(
      Keeper.service.begin + """
        prepare first-one
        long=$(head -c 1024 /dev/zero | tr '\\0' x)
        for new in "pässwörd €$(printf '\\377\\376\\001')" "$long"; do
          as_user "$SECURITY" set-keychain-password -o "${old:-first-one}" -p "$new" --login
          lock
          "$app" /run/pam/services stub person "answer=$new" authenticate open
          state
          old=$new
        done
        # A longer password is not kept, and a longer new password differs.
        lock
        pam stub person "answer=${long}y" authenticate open
        pam stub person answer= authenticate open
        state
        pam stub person uid=12345 "answer=$long" "answer=${long}y" change
        state
        """)
    #expect(
      run.text == """
        authenticate ok
        open ok
        unlocked same 
        authenticate ok
        open ok
        unlocked same 
        authenticate ok open ok 
        authenticate ok open ok 
        locked same 
        change ok 
        locked differs 

        """, "\(run.errors)")
  }

  @Test func severalPersonsLogInAtTheSameTime() throws {
    let run = try place.run(
      Keeper.service.begin + """
        prepare first-one
        root() { HOME=/run/root "$SECURITY" "$@"; }
        root add-generic-password -a a -s s -w secret
        root set-keychain-password -p first-one --login
        root lock-keychain
        jobs=
        for user in person root person root; do
          "$app" /run/pam/services stub $user answer=first-one authenticate open > /dev/null &
          jobs="$jobs $!"
        done
        for job in $jobs; do wait $job || echo "job $?"; done
        for _ in $(seq 100); do [ "$(state)" != "unlocked same " ] || break; sleep 0.05; done
        state
        root find-generic-password -s s -w
        """)
    #expect(run.text == "unlocked same \nsecret\n", "\(run.errors)")
  }

  /// Only root of the machine reports logins.
  @Test func onlyRootReportsLogins() throws {
    let run = try place.run(
      Keeper.service.begin + """
        prepare first-one
        cat > "$PLACE/report.py" <<'END'
        import os, socket, struct, sys
        def report(body, kind=9):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            connection.connect("/run/keychaind/socket")
            connection.settimeout(5)
            try:
                connection.send(struct.pack("<HHIQQ", 1, kind, 0, 0, len(body)) + body)
                packet = connection.recv(65536)
            except OSError:
                return "closed"
            if not packet:
                return "closed"
            return "answer %d" % packet[24] if packet[2] == 10 else "kind %d" % packet[2]
        def text(bytes):
            return struct.pack("<H", len(bytes)) + bytes
        body = b"\\1" + text(b"person") + text(b"first-one") + text(b"")
        print(report(body))
        if len(sys.argv) > 1:
            for bad in [b"", b"\\1", b"\\4" + body[1:], body + b"\\0", body[:-1], b"\\1" + text(b"") + text(b"x") + text(b""),
                        b"\\1" + text(b"person") + text(b"") + text(b""), b"\\2" + text(b"person") + text(b"x") + text(b""),
                        b"\\1" + text(b"person") + text(b"x" * 1025) + text(b""), b"\\3" + text(b"person") + text(b"x") + text(b""),
                        b"\\1" + text(b"\\377") + text(b"x") + text(b""), os.urandom(4000), os.urandom(5000)]:
                answer = report(bad)
                if answer != "closed":
                    print("not refused", bad, answer)
            print(report(b"\\1" + text(b"person\\0root") + text(b"x") + text(b"")))
            print(report(b"\\1" + text(b"person") + text(b"first\\0one") + text(b"")))
            print(report(body))
        END
        as_user /usr/bin/python3 "$PLACE/report.py"
        state
        unshare --pid --fork /usr/bin/python3 "$PLACE/report.py"
        unshare --user --map-root-user /usr/bin/python3 "$PLACE/report.py"
        state
        /usr/bin/python3 "$PLACE/report.py" malformed
        state
        # The attempts of others make no login wait, and a login gives no program more rights.
        as_user "$SECURITY" set-keychain-settings -t 60 < /dev/null 2>/dev/null || echo "needs the passcode"
        """)
    #expect(
      run.text == """
        closed
        locked same 
        answer 3
        answer 3
        locked same 
        answer 0
        closed
        answer 2
        answer 0
        unlocked same 
        needs the passcode

        """, "\(run.errors)")
  }

  /// Runs the commands of docs/login.md, on a copy of Debian's own services of PAM. Commands with `sudo` run as root, and
  /// other commands run as the person, who logs in before the last one.
  @Test func theServicesOfDebianUseTheModule() throws {
    let examples = try DocumentedExamples("login.md")
    #expect(examples.count == 6)
    let commands = examples.script { command in
      switch command {
      case "sudo make install-pam": return "\"$SOURCE/scripts/install-pam\" /run/pam/pam_latchkey.so /usr/local"
      case _ where command.hasPrefix("sudo "): return String(command.dropFirst(5))
      default:
        let own = "as_user sh -c '\(command.replacing("'", with: "'\\''"))'"
        guard command.hasPrefix("security find") else { return own }
        return """
          lock
          log_in_here noninteractive person answer=first-one
          state > "$PLACE/states"
          log_in_here interactive person answer=first-one
          state >> "$PLACE/states"
          \(own)
          """
      }
    }
    let run = try place.run(
      Keeper.service.begin + """
        for folder in /var /usr/share "$("$SOURCE/scripts/pam-folder")"; do
          name=$(echo "$folder" | tr / _)
          mkdir -p "$PLACE/memory/$name/upper" "$PLACE/memory/$name/work"
          mount -t overlay none -o "lowerdir=$folder,upperdir=$PLACE/memory/$name/upper,workdir=$PLACE/memory/$name/work" \\
            "$folder"
        done
        mount -t tmpfs -o mode=755 none /usr/local/bin
        ln -s "$SECURITY" /usr/local/bin/security
        export PATH=/usr/local/bin:$PATH DEBIAN_FRONTEND=noninteractive
        set_password first-one
        as_user security add-generic-password -a a -s mail -w 'correct horse'
        printf '%s\\n' '@include common-auth' '@include common-account' '@include common-session' \\
          '@include common-password' > /etc/pam.d/interactive
        printf '%s\\n' '@include common-auth' '@include common-session-noninteractive' > /etc/pam.d/noninteractive
        log_in_here() { "$app" - "$@" authenticate setcred open close > "$PLACE/steps" || echo failed; }
        set +e
        (
        \(commands)
        ) > "$PLACE/examples"
        "$app" - interactive person uid=12345 answer=first-one answer=second-One2 answer=second-One2 change > /dev/null
        lock
        log_in_here interactive person answer=second-One2
        state >> "$PLACE/states"
        "$SOURCE/scripts/uninstall-pam"
        grep -l pam_latchkey /etc/pam.d/* >> "$PLACE/states"
        log_in_here interactive person answer=second-One2
        cat "$PLACE/states" "$PLACE/examples"
        """)
    let states = "locked same \nunlocked same \nunlocked same \n"
    #expect(run.text.hasPrefix(states), "\(run.text) \(run.errors)")
    try examples.check(String(run.text.dropFirst(states.count)), home: place.person)
  }

  /// The sequence of a login with the module and the application under AddressSanitizer.
  @Test(arguments: Keeper.allCases) func theModuleHasNoMemoryErrors(_ keeper: Keeper) throws {
    let run = try place.run(
      sanitized: true,
      keeper.begin + """
        prepare first-one
        pam common person answer=first-one authenticate account setcred open close
        pam common person uid=12345 answer=first-one answer=second-one answer=second-one change
        pam common person answer=third-one answer=third-one change
        pam common person answer=third-one authenticate fork open
        long=$(head -c 1025 /dev/zero | tr '\\0' x)
        pam stub "$long" "answer=$long" authenticate open answer=a answer=b change
        pam stub person "answer=$long" authenticate open
        state
        """)
    #expect(
      run.text == """
        authenticate ok account ok setcred ok open ok close ok 
        change ok 
        change ok 
        authenticate ok open ok 
        authenticate ok open ok change ok 
        authenticate ok open ok 
        unlocked differs 

        """, "\(run.errors)")
  }
}
