import TestSupport
import Testing

// No service and no tool delays a login or a change of the login password.

extension LoginTests {
  /// The service hangs, is stopped, is no service, or does not exist. A login waits for two seconds at most, which the
  /// application checks.
  @Test func noServiceDelaysALogin() throws {
    let run = try place.run(
      Keeper.service.begin + """
        prepare first-one
        kill -STOP "$daemon"
        "$app" /run/pam/services common person answer=first-one authenticate account setcred open wait=2500 >/dev/null &
        stopped=$!
        mkdir /run/other
        cat > "$PLACE/servers.py" <<'END'
        import os, socket, struct, sys, time
        kind, path = sys.argv[1:]
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(path)
        os.chmod(path, 0o666)
        listener.listen(0 if kind == "full" else 8)
        if kind == "full":
            first = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            first.connect(path)
            time.sleep(20)
        while True:
            connection = listener.accept()[0]
            packet = connection.recv(65536)
            if kind == "challenge":
                connection.send(struct.pack("<HHIQQ", 1, 3, 0, 0, 16) + bytes(range(16)))
                proof = connection.recv(65536)
                good = proof == struct.pack("<HHIQQ", 1, 4, 0, 0, 16) + bytes(range(16))
                connection.send(struct.pack("<HHIQQ", 1, 10, 0, 0, 1) + b"\\0")
                open(path + ".proof", "w").write("proven" if good else "not proven")
            elif kind == "slow":
                time.sleep(20)
            elif kind == "closing":
                pass
            elif kind == "noise":
                connection.send(os.urandom(4000))
            connection.close()
        END
        processes=
        for kind in full slow closing noise challenge; do
          python3 "$PLACE/servers.py" $kind /run/other/$kind &
          processes="$processes $!"
        done
        trap 'kill $processes; kill -CONT "$daemon"; finish' EXIT
        python3 -c 'import socket; socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).bind("/run/other/stream")'
        mkfifo /run/other/fifo
        mkdir /run/other/folder
        ln -s /run/keychaind/socket /run/other/link
        for kind in full slow closing noise challenge; do
          while [ ! -S /run/other/$kind ]; do sleep 0.05; done
        done
        cat > "$PLACE/stack" <<'END'
        auth required @stub
        auth optional @module @socket
        session required pam_permit.so
        session optional @module @socket
        password required @stub
        password optional @module @socket
        END
        jobs=
        for kind in full slow closing noise challenge stream fifo folder link missing missing/socket; do
          name=$(echo $kind | tr / -)
          sed "s|@socket|socket=/run/other/$kind|" "$PLACE/stack" | service $name
          # Each call alone, and several calls that wait together.
          for steps in "authenticate open" "authenticate reinitialise" \\
            "authenticate answer=first-one answer=second-one change-expired open"; do
            "$app" /run/pam/services $name person answer=first-one $steps > "$PLACE/out-$name-${#jobs}" &
            jobs="$jobs $!"
          done
        done
        for job in $jobs; do wait $job || echo "job $?"; done
        cat "$PLACE"/out-* | sort | uniq -c | sed 's/^ *//'
        cat /run/other/challenge.proof
        echo
        # The service unlocks the keychain when it goes on, although the login did not wait.
        kill -CONT "$daemon"
        for _ in $(seq 100); do [ "$(state)" != "unlocked same " ] || break; sleep 0.05; done
        state
        wait $stopped || echo "job $?"
        """)
    let steps = "33 authenticate ok\n11 change-expired ok\n22 open ok\n11 reinitialise ok\n"
    #expect(run.text == steps + "proven\nunlocked same \n", "\(run.text) \(run.errors)")
  }

  /// The service hangs while the login password changes. The change stays, because the module fails no change.
  @Test func aServiceThatHangsUndoesNoChange() throws {
    let run = try place.run(
      Keeper.service.begin + """
        prepare first-one
        trap 'kill -CONT "$daemon"; finish' EXIT
        kill -STOP "$daemon"
        before=$(grep '^person:' /etc/shadow)
        pam common person uid=12345 answer=first-one answer=second-one answer=second-one change
        [ "$before" = "$(grep '^person:' /etc/shadow)" ] || echo changed
        pam common person answer=first-one authenticate
        pam common person answer=second-one authenticate
        """)
    #expect(run.text == "change ok \nchanged\nauthenticate 7 \nauthenticate ok \n", "\(run.text) \(run.errors)")
  }

  /// The tool is ended when the time is over, and only the tool of root is started.
  @Test func noToolDelaysALogin() throws {
    let run = try place.run(
      """
      prepare first-one
      mkdir /run/tools
      printf '#!/bin/sh\\nexec sleep 30.25\\n' > /run/tools/slow
      printf '#!/bin/sh\\nid -u > "%s/ran"; id -G >> "%s/ran"; env >> "%s/ran"; ls /proc/self/fd | wc -w >> "%s/ran"
      grep -E "^(SigIgn|SigBlk)" /proc/self/status >> "%s/ran"; wc -c >> "%s/ran"; pwd >> "%s/ran"' \\
        "$PLACE/person" "$PLACE/person" "$PLACE/person" "$PLACE/person" "$PLACE/person" "$PLACE/person" \\
        "$PLACE/person" > /run/tools/curious
      printf '#!/bin/sh\\ntouch "%s/ran-by-others"\\n' "$PLACE/person" > /run/tools/of-user
      printf '#!/bin/sh\\ntouch "%s/ran-by-others"\\n' "$PLACE/person" > /run/tools/writable
      ln -s /run/tools/curious /run/tools/link
      chmod 755 /run/tools /run/tools/*
      chmod 775 /run/tools/writable
      chown 12345 /run/tools/of-user
      for tool in slow curious of-user writable link missing; do
        printf 'auth required %s\\nauth optional %s tool=/run/tools/%s\\nsession required pam_permit.so\\nsession optional %s tool=/run/tools/%s\\n' \\
          "$stub" /run/pam/pam_latchkey.so $tool /run/pam/pam_latchkey.so $tool > /run/pam/services/$tool
        [ $tool = slow ] || LEAK=1 pam $tool person answer=first-one authenticate open
      done
      printf 'password required %s\\npassword optional %s tool=/run/tools/slow\\n' "$stub" /run/pam/pam_latchkey.so \\
        >> /run/pam/services/slow
      pam slow person answer=first-one authenticate open 9< /etc/shadow
      pam slow person answer=first-one authenticate reinitialise
      pam slow person answer=first-one authenticate answer=first-one answer=second-one change-expired open
      pgrep -f "sleep 30.25" || echo ended
      ls "$PLACE/person" | grep ran
      sed 's/^SigIgn:.*\\(.......\\)$/SigIgn \\1/; /^PWD\\|^_=\\|^SHLVL\\|^OLDPWD/d' "$PLACE/person/ran" | sort
      """)
    #expect(
      run.text == String(repeating: "authenticate ok open ok \n", count: 6) + """
        authenticate ok reinitialise ok 
        authenticate ok change-expired ok open ok 
        ended
        ran
        /
        12345
        12345
        4
        46
        HOME=\(place.person)
        LANG=C.UTF-8
        PATH=/usr/bin:/bin
        SigBlk:\t0000000000000000
        SigIgn 0000000

        """, "\(run.errors)")
  }
}
