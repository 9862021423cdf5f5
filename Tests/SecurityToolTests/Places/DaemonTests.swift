import Foundation
import TestSupport
import Testing

/// The programs and `keychaind`, in an environment with its own `/etc` and `/run`.
@Suite(.serialized, .enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)")) struct DaemonTests {
  private let machine: DaemonPlace

  init() throws { machine = try DaemonPlace() }

  private func run(_ script: String) throws -> Tool.Outcome { try machine.run(script) }

  @Test func theKeychainOfAPersonIsInTheService() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      as_user "$SECURITY" find-generic-password -s s -w
      ls "$PLACE/person"
      stat -c '%u %a' "$PLACE/state/12345"
      stop
      start
      as_user "$SECURITY" find-generic-password -s s -w
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "secret\n990 700\nsecret\n", "\(run.errors)")
  }

  /// The service enforces the access groups of its own keychains only.
  @Test func theToolNamesTheModeAndTheGrade() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      as_user "$SECURITY" create-keychain -p password "$PLACE/person/own.keychain"
      as_user "$SECURITY" list-keychains -s login.keychain "$PLACE/person/own.keychain"
      as_user "$SECURITY" doctor | grep -v System.keychain | grep -E '^ok +(service|search list|access groups):'
      as_user "$SECURITY" -v show-keychain-info 2>&1 | grep '^service'
      as_user "$SECURITY" -v show-keychain-info "$PLACE/person/own.keychain" 2>&1 | grep -A1 '^service'
      """)
    #expect(run.status == 0, "\(run.errors)")
    let service =
      "the keychain is in keychaind, which knows this program as a program without a manifest, with the grade 1, and "
      + "gives it the access groups user-programs, login"
    let own = machine.folder("person/own.keychain")
    #expect(
      run.text == """
        ok  service: \(service)
        ok  search list: \(own) is unlocked; its access groups are not enforced, because it is not in keychaind
        service:    \(service)
        service:    none: this program opens the files of the keychain itself. Its grade is 0, and the
                    access groups prevent accidents only

        """, "\(run.errors)")
  }

  /// A system unit may have no home folder, or may not see it.
  @Test func aProgramWithoutAHomeFolderHasItsKeychain() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      as_user env HOME=/nonexistent "$SECURITY" find-generic-password -s s -w
      as_user env -u HOME "$SECURITY" find-generic-password -s s -w
      mkdir -m 700 "$PLACE/hidden" "$PLACE/hidden/home"
      chown 12345 "$PLACE/hidden/home"
      as_user env HOME="$PLACE/hidden/home" "$SECURITY" find-generic-password -s s -w
      rm /etc/latchkey/service.plist
      as_user env HOME=/nonexistent "$SECURITY" find-generic-password -s s -w || echo "status $?"
      """)
    #expect(run.text == "secret\nsecret\nsecret\nstatus 53\n", "\(run.errors)")
  }

  /// The tool gets a private key out of a keychain of its own process only.
  @Test func aKeyThatIsNotExtractableStaysInTheService() throws {
    let run = try run(
      """
      configure
      start
      own() { as_user env LATCHKEY_HOME="$PLACE/person/own" "$SECURITY" "$@"; }
      own create-keypair -a ec label
      own export -t privKeys -f openssl -p -o "$PLACE/person/key.pem"
      own dump-keychain -d > "$PLACE/person/own.txt"
      as_user "$SECURITY" import "$PLACE/person/key.pem" -x
      as_user "$SECURITY" export -t privKeys -f openssl -p || echo "status $?"
      as_user "$SECURITY" dump-keychain -d > "$PLACE/person/dump.txt" || echo "status $?"
      grep -c '^data:$' "$PLACE/person/own.txt"
      grep -c '^keychain:' "$PLACE/person/dump.txt"
      grep -c '^data:$' "$PLACE/person/dump.txt" || :
      """)
    #expect(run.text == "1 key imported.\nstatus 1\nstatus 1\n2\n1\n0\n", "\(run.text) \(run.errors)")
    for keys in ["keys", "private keys"] {
      let line = "security: \(keys) that may not leave the keychain and are left out: 1\n"
      #expect(run.errors.contains(line), "\(run.errors)")
    }
  }

  /// A program never uses a keychain of its own when the machine has the service.
  @Test func withoutTheServiceNothingIsStored() throws {
    let run = try run(
      """
      configure
      as_user "$SECURITY" add-generic-password -a a -s s -w secret || echo "status $?"
      mkdir -p "$PLACE/person/.local/share/latchkey"
      ls -A "$PLACE/person/.local/share/latchkey"
      as_user env LATCHKEY_HOME="$PLACE/person/own" "$SECURITY" add-generic-password -a a -s s -w own
      as_user env LATCHKEY_HOME="$PLACE/person/own" "$SECURITY" find-generic-password -s s -w
      """)
    #expect(run.text == "status 53\nown\n", "\(run.errors)")
    #expect(run.errors.contains("keychaind cannot be reached at /run/keychaind/socket"), "\(run.errors)")
  }

  /// Another program of the user takes the descriptors of a program (prlimit(2)). The program then cannot read the
  /// configuration, and uses no other keychain, also not when it has descriptors again.
  @Test func aProgramWithoutDescriptorsUsesNoOtherKeychain() throws {
    let run = try run(
      """
      configure
      start
      mkfifo -m 666 "$PLACE/commands"
      setpriv --reuid 12345 --clear-groups "$SECURITY" -i < "$PLACE/commands" > "$PLACE/output" 2>&1 &
      tool=$!
      exec 7> "$PLACE/commands"
      # Waits until the output has a line.
      await() { for _ in $(seq 600); do ! grep -qs "$1" "$PLACE/output" || return 0; sleep 0.05; done; return 1; }
      # This command needs no keychain. With its output, the tool is loaded.
      echo 'help help' >&7
      await '^Usage: help'
      setpriv --reuid 12345 --clear-groups prlimit --pid "$tool" --nofile=0:1024
      echo 'add-generic-password -a a -s s -w first' >&7
      await '^security: ' && echo failed
      setpriv --reuid 12345 --clear-groups prlimit --pid "$tool" --nofile=1024:1024
      echo 'add-generic-password -a b -s t -w second' >&7
      exec 7>&-
      wait "$tool" || :
      find "$PLACE/person" -name 'keychain.db*'
      as_user "$SECURITY" find-generic-password -s s -w 2> /dev/null || echo "status $?"
      stop
      as_user "$SECURITY" find-generic-password -s t -w 2> /dev/null || echo "status $?"
      """)
    #expect(run.text == "failed\nstatus 44\nstatus 53\n", "\(run.text) \(run.errors)")
  }

  /// A program of a user that sends the packet of root gets no answer.
  @Test func onlyRootAdministersKeychains() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      cat > "$PLACE/administer.py" <<'END'
      import socket, struct
      body = struct.pack("<HHH", 1, 1, 5) + b"12345"
      connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      connection.connect("/run/keychaind/socket")
      connection.send(struct.pack("<HHIQQ", 1, 16, 0, 0, len(body)) + body)
      try:
          answer = connection.recv(1 << 17)
      except ConnectionResetError:
          answer = b""
      print(struct.unpack_from("<H", answer, 2)[0] if answer else "closed")
      END
      chmod 644 "$PLACE/administer.py"
      as_user /usr/bin/python3 "$PLACE/administer.py"
      /usr/bin/python3 "$PLACE/administer.py"
      unshare --user --map-root-user /usr/bin/python3 "$PLACE/administer.py"
      """)
    #expect(run.text == "closed\n2\n6\n" || run.text == "closed\n2\nclosed\n", "\(run.text) \(run.errors)")
  }

  /// Links in the home of a user lead a program of root to no file of root.
  @Test func linksInAHomeAreNotFollowedAsRoot() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      mkdir -m 700 /run/victim
      as_user mkdir -p "$PLACE/person/.local/share"
      as_user ln -s /run/victim "$PLACE/person/.local/share/latchkey"
      "$SECURITY" move-to-service --back -u person > /dev/null || echo refused
      ls -A /run/victim
      ls "$PLACE/state"
      """)
    #expect(run.text == "refused\n12345\n", "\(run.text) \(run.errors)")
  }

  /// The backup of the person needs the password, because it has the items of every program.
  @Test func aPersonMakesABackup() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      as_user "$SECURITY" set-keychain-password -p 1234
      as_user "$SECURITY" export-keychain-backup -n "$PLACE/person/backup" < /dev/null || echo "status $?"
      printf '1234\n' | as_user "$SECURITY" -P export-keychain-backup -n "$PLACE/person/backup"
      as_user "$SECURITY" delete-generic-password -s s > /dev/null
      printf '1234\n' | as_user "$SECURITY" -P import-keychain-backup "$PLACE/person/backup"
      as_user "$SECURITY" find-generic-password -s s -w
      """)
    #expect(
      run.text == "status 30\nbacked up: 1 item, for this device only\n1 added, 0 replaced, 0 kept\nsecret\n",
      "\(run.text) \(run.errors)")
  }

  @Test func rootKeepsCopiesOfAKeychain() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      as_user "$SECURITY" set-keychain-password -p 1234
      as_user "$SECURITY" lock-keychain
      as_user "$SECURITY" export-user-keychain -u person "$PLACE/person/copy" || echo "status $?"
      "$SECURITY" export-user-keychain -u person /run/copy
      cp "$PLACE/state/12345/device.key" /run/key
      chown 0 /run/key
      "$SECURITY" delete-user-keychain -u person < /dev/null || echo "status $?"
      "$SECURITY" delete-user-keychain -u 12345 -f
      ls "$PLACE/state"
      as_user "$SECURITY" find-generic-password -s s -w || echo "status $?"
      "$SECURITY" import-user-keychain -u person /run/copy || echo "status $?"
      cp /run/copy "$PLACE/person/copy"
      "$SECURITY" import-user-keychain -u person --device-key /run/key "$PLACE/person/copy" || echo "status $?"
      "$SECURITY" import-user-keychain -u person --device-key /run/key /run/copy
      as_user "$SECURITY" find-generic-password -s s -w || echo "status $?"
      as_user "$SECURITY" unlock-keychain -p 1234
      as_user "$SECURITY" find-generic-password -s s -w
      stat -c '%u %a' /run/copy
      """)
    #expect(
      run.text == """
        status 1
        copied: 1 item
        status 1
        deleted: the keychain of 12345
        status 44
        status 51
        status 53
        restored: 1 item
        status 36
        secret
        0 600

        """, "\(run.text) \(run.errors)")
  }

  /// Attack 37. A number was given to another person: root decides.
  @Test func aNumberThatWasUsedAgainWaitsForRoot() throws {
    let run = try run(
      """
      configure
      start
      find() { as_user "$SECURITY" find-generic-password -s s -w || echo "status $?"; }
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      sed -i 's/^person:/other:/' /etc/passwd
      find
      "$SECURITY" move-to-service --back -u other > /dev/null || echo "status $?"
      ls "$PLACE/state"
      ls -A "$PLACE/person"
      "$SECURITY" keep-user-keychain -u other
      find
      sed -i 's/^other:/third:/' /etc/passwd
      find
      "$SECURITY" delete-user-keychain -u 12345 -f
      find
      sed -i '/^third:/d' /etc/passwd
      "$SECURITY" delete-user-keychain -u 12345 -f
      ls "$PLACE/state"
      """)
    #expect(
      run.text == """
        status 53
        status 53
        12345
        the keychain belongs to other now
        secret
        status 53
        deleted: the keychain of 12345
        status 44
        deleted: the keychain of 12345

        """, "\(run.text) \(run.errors)")
    for command in ["delete-user-keychain -u 12345", "keep-user-keychain -u 12345"] {
      // The person's program, twice, and the way back name the command.
      #expect(run.errors.components(separatedBy: command).count == 4, "\(run.errors)")
    }
  }

  /// Only root places or removes the device key of a keychain in the service.
  @Test func theFileWithTheDeviceKeyBelongsToTheService() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      head -c 32 /dev/urandom > "$PLACE/person/key"
      chmod 600 "$PLACE/person/key"
      chown 12345 "$PLACE/person/key"
      for arguments in "import-device-key $PLACE/person/key" "import-device-key -w" "remove-device-key" \\
        "remove-device-key $PLACE/person/key"; do
        as_user "$SECURITY" $arguments < /dev/null || echo "status $?"
      done
      as_user "$SECURITY" find-generic-password -s s -w
      """)
    #expect(run.text == String(repeating: "status 53\n", count: 4) + "secret\n", "\(run.text) \(run.errors)")
    let sentence = "only root places or removes its device key"
    #expect(run.errors.components(separatedBy: sentence).count == 5, "\(run.errors)")
  }

  @Test func aDamagedConfigurationStopsEveryProgram() throws {
    let run = try run(
      """
      echo damaged > /etc/latchkey/service.plist
      as_user "$SECURITY" add-generic-password -a a -s s -w secret || echo "status $?"
      configure
      chmod 666 /etc/latchkey/service.plist
      as_user "$SECURITY" add-generic-password -a a -s s -w secret || echo "status $?"
      ls -A "$PLACE/person"
      """)
    #expect(run.text == "status 53\nstatus 53\n", "\(run.errors)")
  }

  /// A socket of another user is not the service, even at the right path.
  @Test func aServerOfAnotherUserIsRefused() throws {
    let run = try run(
      """
      configure
      start
      stop
      daemon=
      rm /run/keychaind/socket
      chown 12346 /run/keychaind
      setpriv --reuid 12346 --regid 12346 --clear-groups /usr/bin/python3 -c '
      import socket, time
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      listener.bind("/run/keychaind/socket")
      listener.listen(8)
      time.sleep(60)' &
      daemon=$!
      while [ ! -S /run/keychaind/socket ]; do sleep 0.05; done
      chmod 666 /run/keychaind/socket
      as_user "$SECURITY" find-generic-password -s s || echo "status $?"
      chown 0 /run/keychaind
      as_user "$SECURITY" find-generic-password -s s || echo "status $?"
      """)
    #expect(run.text == "status 53\nstatus 53\n", "\(run.errors)")
    #expect(run.errors.contains("/run/keychaind belongs to user 12346"), "\(run.errors)")
    #expect(run.errors.contains("is user 12346, not the user of keychaind (990)"), "\(run.errors)")
  }

  /// The server of an attacker, which prints every byte that it receives.
  private let attacker = """
    cat > "$PLACE/attacker.py" <<'END'
    import os, socket, sys
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(sys.argv[1])
    os.chmod(sys.argv[1], 0o666)
    listener.listen(8)
    while True:
        connection = listener.accept()[0]
        received = connection.recv(1 << 18)
        if received:
            open(sys.argv[2], "ab").write(received)
        connection.close()
    END
    mkdir "$PLACE/false"
    chown 12345:12345 "$PLACE/false"
    as_user /usr/bin/python3 "$PLACE/attacker.py" "$PLACE/false/socket" "$PLACE/false/received" &
    # The shell function runs the program in a child.
    trap 'pkill -f "$PLACE/attacker.py" || :; finish' EXIT
    while [ ! -S "$PLACE/false/socket" ]; do sleep 0.05; done
    add() { "$@" "$SECURITY" add-generic-password -a a -s s -w secret || echo "status $?"; }

    """

  /// Attack 24. The path of the socket leads to the socket of another program of the user: by links, in a mount namespace
  /// of the user, and by variables. The tool sends nothing to it.
  @Test func theSocketOfAnotherProgramIsNotUsed() throws {
    let run = try run(
      attacker + """
        configure
        ln -s "$PLACE/false/socket" /run/keychaind/socket
        add as_user
        rm /run/keychaind/socket
        rmdir /run/keychaind
        ln -s "$PLACE/false" /run/keychaind
        add as_user
        rm /run/keychaind
        mkdir -m 755 /run/keychaind
        start
        # Without a map, root is not visible in the namespace.
        add as_user unshare --user --map-user=12345 --keep-caps --mount /usr/bin/python3 -c '
        import ctypes, os, sys
        source = os.environ["PLACE"] + "/false"
        if ctypes.CDLL(None).mount(source.encode(), b"/run/keychaind", None, 4096, None) != 0:
            sys.exit("no mount")
        os.execv(sys.argv[1], sys.argv[1:])'
        for variable in LATCHKEY_SOCKET KEYCHAIND_SOCKET LATCHKEY_SERVICE RUNTIME_DIRECTORY XDG_RUNTIME_DIR; do
          export $variable="$PLACE/false"
        done
        as_user "$SECURITY" add-generic-password -a a -s s -w secret
        as_user "$SECURITY" find-generic-password -s s -w
        test ! -e "$PLACE/false/received" && echo nothing
        """)
    #expect(run.text == "status 53\nstatus 53\nstatus 53\nsecret\nnothing\n", "\(run.errors)")
    for reason in [
      "is user 12345, not the user of keychaind (990)", "cannot open /run/keychaind: Not a directory",
      "cannot be believed",
    ] {
      #expect(run.errors.contains(reason), "\(reason): \(run.errors)")
    }
  }

  /// The tool changes and deletes the items that it stored.
  @Test func theToolUsesTheGroupLogin() throws {
    let run = try run(
      """
      configure
      start
      as_user "$SECURITY" add-generic-password -a a -s s -w one
      as_user "$SECURITY" add-generic-password -U -a a -s s -w two
      as_user "$SECURITY" find-generic-password -s s -w
      as_user "$SECURITY" delete-generic-password -s s > /dev/null
      as_user "$SECURITY" find-generic-password -s s -w || echo "status $?"
      """)
    #expect(run.text == "two\nstatus 44\n", "\(run.errors)")
  }

  /// A call that failed works when its cause has ended, in the same process.
  @Test func aFailureIsNotKept() throws {
    let run = try run(
      """
      echo damaged > /etc/latchkey/service.plist
      mkfifo "$PLACE/commands"
      as_user "$SECURITY" -i < "$PLACE/commands" &
      tool=$!
      exec 5> "$PLACE/commands"
      echo 'add-generic-password -a a -s s -w secret' >&5
      sleep 1
      configure
      # The service must not have the pipe, because the tool waits for its end.
      start 5>&-
      echo 'add-generic-password -a a -s s -w secret' >&5
      exec 5>&-
      wait $tool || :
      as_user "$SECURITY" find-generic-password -s s -w
      """)
    #expect(run.text.hasSuffix("secret\n"), "\(run.text) \(run.errors)")
  }
}
