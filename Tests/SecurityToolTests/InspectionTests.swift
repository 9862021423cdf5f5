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
}
