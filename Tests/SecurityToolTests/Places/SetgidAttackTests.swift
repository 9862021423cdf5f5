import TestSupport
import Testing

/// Attacks on programs with the set-group-ID bit by other programs of the same user. The environment has its own `/etc`
/// and `/run`. Each attack also has a control, in which it succeeds against a program without the bit.
@Suite(.serialized, .enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)")) struct SetgidAttackTests
{
  private let machine: DaemonPlace

  init() throws { machine = try DaemonPlace() }

  private func lines(_ script: String) throws -> [String] {
    let run = try machine.runWithApplications("configure\nstart\n" + script)
    #expect(run.status == 0, "\(run.errors)")
    return run.text.split(separator: "\n").map(String.init)
  }

  /// The result of a successful `begin`.
  private let begun = "com.example.test 3 com.example.test"

  /// The application writes its output into a connection of the attacker. The connection has the rights of the attacker,
  /// and the service closes it.
  @Test func aSocketOfTheAttackerAsStandardOutput() throws {
    let lines = try lines(
      """
      attack wrap $app begin com.example.test add a secret ''
      as_person $app begin com.example.test find a
      """)
    #expect(lines == ["the attacker has the grade 1", "the connection is closed", begun, "secret"])
  }

  /// Makes a library whose constructor writes a file, and programs that need a harmless library of the same name:
  /// `program`, which has the bit, and `ordinary`.
  private let hostileLibrary = """
    mkdir -m 777 "$PLACE/marks"
    cat > "$PLACE/hostile.c" <<'END'
    #include <fcntl.h>
    #include <stdlib.h>
    #include <unistd.h>
    __attribute__((constructor)) static void mark(void) { close(open(MARKS "/loaded", O_CREAT | O_WRONLY, 0666)); }
    unsigned la_version(unsigned version) { return version; }
    int answer(void) { return 42; }
    END
    gcc -shared -fPIC -DMARKS="\\"$PLACE/marks\\"" "$PLACE/hostile.c" -o "$PLACE/hostile.so"
    chmod 755 "$PLACE/hostile.so"
    mkdir -m 755 /run/real /run/hostile
    echo 'int answer(void) { return 42; }' > "$PLACE/answer.c"
    gcc -shared -fPIC -Wl,-soname,libanswer.so "$PLACE/answer.c" -o /run/real/libanswer.so
    cp "$PLACE/hostile.so" /run/hostile/libanswer.so
    echo 'int answer(void); int main(void) { return answer() != 42; }' > "$PLACE/main.c"
    gcc "$PLACE/main.c" /run/real/libanswer.so -o /run/real/ordinary -Wl,--enable-new-dtags,-rpath,/run/real
    cp /run/real/ordinary /run/real/program
    make_setgid /run/real/program
    loaded() {
      if [ -e "$PLACE/marks/loaded" ]; then echo loaded; else echo 'not loaded'; fi
      rm -f "$PLACE/marks/loaded"
    }

    """

  @Test func librariesThatTheEnvironmentNames() throws {
    let lines = try lines(
      hostileLibrary + """
        for variable in LD_PRELOAD LD_AUDIT; do
          for program in /run/app/ordinary-client $app; do
            as_person env $variable="$PLACE/hostile.so" $program groups
            loaded
          done
        done
        for program in /run/real/ordinary /run/real/program; do
          as_person env LD_LIBRARY_PATH=/run/hostile $program
          loaded
        done
        """)
    let both = ["equal", "loaded", "different", "not loaded"]
    #expect(lines == both + both + ["loaded", "not loaded"])
  }

  /// The loader must not search the folder of a hard link.
  @Test func aLibraryBesideAHardLink() throws {
    let lines = try lines(
      hostileLibrary + """
        gcc "$PLACE/main.c" /run/real/libanswer.so -o /run/real/beside -Wl,--enable-new-dtags,-rpath,'$ORIGIN'
        ln /run/real/beside /run/hostile/beside
        as_person /run/hostile/beside
        loaded
        make_setgid /run/real/beside
        as_person /run/hostile/beside 2>/dev/null || echo "status $?"
        loaded
        """)
    #expect(lines == ["loaded", "status 127", "not loaded"])
  }

  /// An interpreter runs the code of its user with the group. So the installer refuses interpreters.
  @Test func anInterpreterWithTheBitGivesItsGroupAway() throws {
    let lines = try lines(
      """
      cp "$(readlink -f /usr/bin/python3)" /run/app/python
      make_setgid /run/app/python
      mkdir -m 755 "$PLACE/modules"
      echo 'import os; print("different" if os.getegid() != os.getgid() else "equal")' > "$PLACE/modules/sitecustomize.py"
      as_person env PYTHONPATH="$PLACE/modules" /run/app/python -c ''
      as_person env PYTHONPATH="$PLACE/modules" /run/app/python -I -c 'print("isolated")'
      """)
    #expect(lines == ["different", "isolated"])
  }

  /// No file below a folder that the environment names is opened, neither before nor after the environment is reduced.
  @Test func foldersThatTheEnvironmentNames() throws {
    let lines = try lines(
      """
      mkdir -m 777 /run/hostile
      watch() {
        strace -f -u person -e trace=%file -o "$PLACE/calls" env HOME=/run/hostile XDG_DATA_HOME=/run/hostile \\
          XDG_STATE_HOME=/run/hostile XDG_CONFIG_HOME=/run/hostile LATCHKEY_HOME=/run/hostile \\
          LATCHKEY_ENTITLEMENTS=/run/hostile/entitlements LATCHKEY_PASSCODE_FILE=/run/hostile/passcode \\
          OPENSSL_CONF=/run/hostile/openssl.cnf OPENSSL_MODULES=/run/hostile OPENSSL_ENGINES=/run/hostile \\
          ICU_DATA=/run/hostile TZ=:/run/hostile/zone CREDENTIALS_DIRECTORY=/run/hostile "$@"
        grep -v '^[0-9]* *execve' "$PLACE/calls" | grep -c '/run/hostile' || :
      }
      watch $app begin com.example.test add a secret '' find a home
      watch /run/app/ordinary-client add b secret '' find b home
      """)
    #expect(lines[0...4] == [begun, "ok", "secret", machine.folder("person"), "0"], "\(lines)")
    #expect(lines.last != "0", "\(lines)")
  }

  @Test func memoryAndDescriptorsOfARunningProgram() throws {
    let lines = try lines(
      """
      attack memory /run/app/ordinary-client find a wait
      attack memory $app wait begin com.example.test wait find a wait
      """)
    #expect(lines[1] == "allowed: trace, read memory, write memory, take a descriptor, environment, descriptors")
    // The program executes itself again when it begins, so it waits twice before.
    try #require(lines.count == 8, "\(lines)")
    #expect(lines[2...5] == ["denied", "denied", begun, "denied"])
    #expect(lines[6].hasPrefix("-25300 "))
    #expect(lines[7] == "denied")
  }

  /// The owner of the files of a process in /proc shows whether it can be inspected. The service refuses a program that
  /// permits it before it connects. A program that permits it later gives its memory away.
  @Test func aProgramThatLetsOthersInspectIt() throws {
    let lines = try lines(
      """
      as_person $app inspectable find a
      attack memory $app begin com.example.test inspectable wait
      attempts=0
      until grep -q 'can trace the program' "$PLACE/log" || [ $attempts = 200 ]; do
        attempts=$((attempts + 1))
        sleep 0.05
      done
      grep -q 'can trace the program' "$PLACE/log" && echo logged
      grep -rn 'PR_SET_DUMPABLE, 1' "$SOURCE/Sources" "$SOURCE/Examples/Sources" || echo none
      """)
    #expect(lines[1].hasPrefix("-34018 ") && lines[1].contains("can trace the program"), "\(lines)")
    #expect(lines[2...3] == [begun, "inspectable"])
    #expect(lines[4].hasPrefix("allowed: trace, read memory"))
    #expect(lines[5] == "logged")
    // Neither the library nor the example makes a process inspectable.
    #expect(lines[6] == "none")
  }

  @Test func environmentsInWhichTheBitHasNoEffect() throws {
    let lines = try lines(
      """
      try() { "$@" begin com.example.test groups; }
      try as_person strace -o /dev/null $app
      try as_person --no-new-privs $app
      mkdir /run/nosuid
      mount -t tmpfs -o nosuid none /run/nosuid
      cp $app /run/nosuid/program
      make_setgid /run/nosuid/program
      try as_person /run/nosuid/program
      loader=$(readelf -lW $app | sed -n 's/.*interpreter: \\(.*\\)\\]/\\1/p')
      try as_person "$loader" $app
      try as_person unshare --user $app
      """)
    try #require(lines.count == 10, "\(lines)")
    for index in stride(from: 0, to: 10, by: 2) {
      #expect(lines[index].hasPrefix("-34018 ") && lines[index].contains("does not have the group"), "\(lines[index])")
      #expect(lines[index + 1] == "equal")
    }
  }

  /// A user namespace that maps the group of the application. Only root and newgidmap can make it, and the installer
  /// refuses groups that newgidmap may map.
  @Test func aUserNamespaceWithTheGroup() throws {
    let lines = try lines(
      """
      as_person $app begin com.example.test add a secret ''
      setpriv --reuid 12345 --regid 12345 --clear-groups unshare --user sleep 60 &
      holder=$!
      while [ "$(readlink /proc/$holder/ns/user)" = "$(readlink /proc/self/ns/user)" ]; do sleep 0.05; done
      echo '0 12345 1' > /proc/$holder/uid_map
      printf '0 12345 1\\n1 991 1\\n' > /proc/$holder/gid_map
      inside() { nsenter -U -t $holder -S 0 -G 0 "$@"; }
      inside /usr/bin/python3 "$PLACE/attack-program.py" join 1 /run/app/ordinary-client groups
      inside /usr/bin/python3 "$PLACE/attack-program.py" join 1 /usr/bin/python3 "$PLACE/attack-program.py" wrap true
      inside /usr/bin/python3 "$PLACE/attack-program.py" join 1 /run/app/ordinary-client begin com.example.test
      kill $holder
      """)
    #expect(lines[2...3] == ["different", "the attacker is refused"], "\(lines)")
    #expect(lines.last?.hasPrefix("-25291 ") == true, "\(lines)")
  }

  @Test func aFileThatIsDeletedOrReplacedWhileItsProgramRuns() throws {
    let lines = try lines(
      """
      as_person $app begin com.example.test add a secret ''
      mkfifo "$PLACE/go"
      as_person $app wait begin com.example.test find a < "$PLACE/go" > "$PLACE/said" &
      client=$!
      exec 8> "$PLACE/go"
      while [ ! -s "$PLACE/said" ]; do sleep 0.05; done
      # The program executes itself again when it begins. It must not execute the file that has its path now.
      rm $app
      printf '#!/bin/sh\\necho hostile\\n' > $app
      chmod 755 $app
      echo >&8
      exec 8>&-
      wait $client
      cat "$PLACE/said"
      """)
    #expect(lines[0...1] == [begun, "ok"])
    #expect(lines.suffix(2) == [begun, "secret"], "\(lines)")
    #expect(!lines.contains("hostile"))
  }

  /// The identity of a program is its group, so a hard link is the same application. The kernel does not let a user make
  /// one, at the setting 1 of fs.protected_hardlinks.
  @Test func aHardLinkToAProgram() throws {
    let lines = try lines(
      """
      mkdir -m 777 /run/links
      as_person ln $app /run/links/of-person 2>/dev/null || echo refused
      [ "$(cat /proc/sys/fs/protected_hardlinks)" = 1 ] || echo 'the machine does not protect hard links'
      ln $app /run/links/of-root
      as_person /run/links/of-root begin com.example.test
      chmod 755 $app
      as_person /run/links/of-root begin com.example.test
      """)
    #expect(lines[0...1] == ["refused", begun])
    #expect(lines[2].hasPrefix("-34018 "))
  }
}
