import Glibc
import TestSupport
import Testing

/// What others of the same user see of the tool while it runs.
@Suite struct InspectionTests {
  @Test func secretsAmongItsArgumentsAreOverwritten() throws {
    let tool = try Tool()
    #expect(try tool("set-keychain-password", "-p", "one").status == 0)
    // It waits for the old password, which its input never gives.
    let run = try tool.shell(
      """
      mkfifo "$LATCHKEY_HOME.fifo"
      "$SECURITY" set-keychain-password -p 'a secret' login <"$LATCHKEY_HOME.fifo" 2>/dev/null &
      exec 3>"$LATCHKEY_HOME.fifo"
      for turn in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.1
        tr '\\0' ' ' </proc/$!/cmdline
        echo
      done
      exec 3>&-
      wait
      rm "$LATCHKEY_HOME.fifo"
      """)
    try tool("erase-keychain", "--yes")
    let shown = run.text.split(separator: "\n").map(String.init)
    #expect(shown.last?.hasSuffix("set-keychain-password -p ******** login ") == true)
  }

  @Test(.enabled(if: Place.hasUsers, Comment(rawValue: Place.needsUsers)))
  func nobodyOfTheSameUserReadsItsMemory() throws {
    let place = try Place()
    let run = try place.run(
      """
      mkdir -m 700 "$PLACE/home"
      chown 12345:12345 "$PLACE/home"
      mkfifo -m 666 "$PLACE/fifo"
      user="setpriv --reuid 12345 --regid 12345 --clear-groups --no-new-privs"
      $user "$SECURITY" -i <"$PLACE/fifo" >/dev/null 2>&1 &
      exec 3>"$PLACE/fifo"
      tool=$!
      $user sleep 20 &
      other=$!
      sleep 1
      as_user head -c 1 "/proc/$other/environ" >/dev/null 2>&1 && echo "another program: read"
      as_user head -c 1 "/proc/$tool/environ" >/dev/null 2>&1 || echo "the tool: not read"
      kill "$other"
      exec 3>&-
      wait || true
      """)
    #expect(run.text == "another program: read\nthe tool: not read\n", "\(run.errors)")
  }
}
