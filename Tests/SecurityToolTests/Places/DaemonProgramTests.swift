import TestSupport
import Testing

/// Programs in C and the credential helpers, with keychains in `keychaind`. The environment has its own `/etc` and `/run`.
@Suite(.serialized, .enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)"))
struct DaemonProgramTests {
  private let machine: DaemonPlace

  init() throws { machine = try DaemonPlace() }

  /// Prints the files of the keychain of the person: in the service, and in the home folder of the person.
  private let files = """
    ls "$PLACE/state" "$PLACE/state/12345" | grep -E '^(12345|keychain.db)$'
    find "$PLACE/person" -name 'keychain.db*'

    """

  @Test func credentialHelpersStoreInTheService() throws {
    let run = try machine.run(
      """
      configure
      start
      mkdir -m 755 /run/helpers
      cp "$BUILT/git-credential-latchkey" "$BUILT/docker-credential-latchkey" /run/helpers
      libraries=$(ldd "$SECURITY" | sed -n 's/^.*libswiftCore.so => \\(.*\\)\\/libswiftCore.so .*/\\1/p')
      git() { as_user env LD_LIBRARY_PATH="$libraries" /run/helpers/git-credential-latchkey "$1"; }
      docker() { as_user env LD_LIBRARY_PATH="$libraries" /run/helpers/docker-credential-latchkey "$1"; }
      printf 'protocol=https\\nhost=example.com\\nusername=anna\\npassword=secret\\n' | git store
      printf 'protocol=https\\nhost=example.com\\n' | git get | grep -E '^(username|password)='
      as_user "$SECURITY" find-internet-password -s example.com -w
      printf 'protocol=https\\nhost=example.com\\nusername=anna\\n' | git erase
      printf 'protocol=https\\nhost=example.com\\n' | git get
      printf '{"ServerURL":"https://registry.example.com","Username":"anna","Secret":"token"}' | docker store
      docker list
      as_user "$SECURITY" find-internet-password -s registry.example.com -w
      \(files)
      """)
    #expect(
      run.text == """
        username=anna
        password=secret
        secret
        {"https://registry.example.com":"anna"}
        token
        12345
        keychain.db

        """, "\(run.text) \(run.errors)")
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Compiles `keychaind.c` twice: the program `ordinary`, and the program `application` with the set-group-ID bit.
  private let compile = """
    configure
    start
    mkdir -m 755 /run/c
    cp "$BUILT/libSecurityC.so" /run/c/libSecurity.so.0
    ln -s libSecurity.so.0 /run/c/libSecurity.so
    toolchain=${libraries%/lib/swift/linux}
    "$toolchain/bin/clang" -std=c11 -fblocks -Wall -Wextra -Werror -I"$SOURCE/Sources/CSecurity/include" \\
      -isystem "$toolchain/lib/swift" "$SOURCE/Tests/CSecurityTests/Programs/keychaind.c" -o /run/c/ordinary \\
      -L/run/c -lSecurity -L/run/lib -lFoundation -ldispatch -lBlocksRuntime -Wl,-rpath,/run/c:/run/lib
    cp /run/c/ordinary /run/c/application
    make_setgid /run/c/application

    """

  private func lines(_ script: String) throws -> [String] {
    let run = try machine.runWithApplications(compile + script + "\n" + files)
    #expect(run.status == 0, "\(run.errors)")
    return run.text.split(separator: "\n").map(String.init)
  }

  @Test func aProgramInCUsesTheService() throws {
    let lines = try lines(
      """
      as_person /run/c/ordinary find add find
      as_person /run/c/ordinary observe > "$PLACE/heard" &
      observer=$!
      until grep -q . "$PLACE/heard" || ! runs $observer; do sleep 0.05; done
      as_person "$SECURITY" add-generic-password -a b -s other -w x
      wait $observer
      cat "$PLACE/heard"
      """)
    try #require(lines.count == 7, "\(lines)")
    #expect(lines[0].hasPrefix("-25300 ") && lines[0].count > 10, "no reason")
    #expect(lines[1...] == ["0 ", "found", "ready", "heard", "12345", "keychain.db"])
  }

  @Test func aProgramInCIsAnApplication() throws {
    let lines = try lines(
      """
      as_person /run/c/application begin add find
      as_person /run/c/ordinary find
      as_person /run/app/ordinary-client find a
      as_person $app begin com.example.test find a
      as_person /run/c/application begin find
      as_person /run/c/ordinary begin
      """)
    try #require(lines.count == 12, "\(lines)")
    #expect(lines[0...2] == ["0 equal", "0 ", "found"])
    #expect(lines[3].hasPrefix("-25300 ") && lines[4].hasPrefix("-25300 "), "\(lines)")
    // Another program of the same application finds the item.
    #expect(lines[5...6] == ["com.example.test 3 com.example.test", "secret"])
    #expect(lines[7...8] == ["0 equal", "found"])
    #expect(lines[9] == "-34018 equal")
    #expect(lines[10...] == ["12345", "keychain.db"])
  }
}
