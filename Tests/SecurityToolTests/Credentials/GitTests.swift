import TestSupport
import Testing

/// Real git asks the credential helper for the password of a git server.
@Suite(.enabled(if: GitPrograms.areThere, "needs git and python3: make test-packages"))
struct GitTests {
  private let tool: Tool
  private let folder: TemporaryDirectory

  init() throws {
    tool = try Tool()
    folder = try TemporaryDirectory()
  }

  /// Runs a script in the session that git-session.sh prepares.
  private func shell(_ script: String) throws -> Tool.Outcome {
    try folder.write(Array(script.utf8), to: "script.sh")
    let sources = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    return try tool.shell(
      """
      BASE=\(folder.path) CREDENTIALS='\(sources)' HELPERS=$(dirname "$SECURITY")
      export BASE CREDENTIALS HELPERS PATH=$HELPERS:$PATH
      . "$CREDENTIALS/git-session.sh"
      git config --file config credential.helper latchkey
      . "$BASE/script.sh"
      """)
  }

  @Test func passwordIsTypedOnce() throws {
    let run = try shell(
      """
      login anna:one
      answers anna one
      git clone -q "$URL" first && git clone -q "$URL" second && echo cloned
      cat asked
      "$SECURITY" find-internet-password -s 127.0.0.1 -P "$(cat port)" -r http -a anna -t dflt -w
      """)
    #expect(run.text == "cloned\nUsername\nPassword\none\n", "\(run.errors)")
  }

  @Test func rejectedPasswordIsErased() throws {
    let run = try shell(
      """
      login anna:one
      answers anna one
      git ls-remote -q "$URL" HEAD | cut -f 2
      login anna:two
      git ls-remote -q "$URL" HEAD 2>/dev/null || echo rejected
      "$SECURITY" find-internet-password -s 127.0.0.1 >/dev/null 2>&1 || echo erased
      answers anna two
      git ls-remote -q "$URL" HEAD | cut -f 2
      git ls-remote -q "$URL" HEAD | cut -f 2
      cat asked
      """)
    #expect(
      run.text == "HEAD\nrejected\nerased\nHEAD\nHEAD\nUsername\nPassword\nUsername\nPassword\n",
      "\(run.errors)")
  }

  @Test func wrongPasswordThatWasTypedIsNotStored() throws {
    let run = try shell(
      """
      login anna:one
      answers anna wrong
      git ls-remote -q "$URL" HEAD 2>/dev/null || echo rejected
      "$SECURITY" find-internet-password -s 127.0.0.1 >/dev/null 2>&1 || echo nothing
      """)
    #expect(run.text == "rejected\nnothing\n", "\(run.errors)")
  }

  @Test func userNameOfTheAddressChoosesTheAccount() throws {
    let run = try shell(
      """
      login ben:two
      for pair in anna:one ben:two; do
        printf 'url=%s\\nusername=%s\\npassword=%s\\n\\n' "$URL" "${pair%:*}" "${pair#*:}" |
          git credential approve
      done
      answers nobody nothing
      git ls-remote -q "http://ben@${URL#http://}" HEAD | cut -f 2
      cat asked
      """)
    #expect(run.text == "HEAD\n", "\(run.errors)")
  }

  @Test func lockedKeychainLeavesThePersonToAnswer() throws {
    let run = try shell(
      """
      login anna:one
      answers anna one
      git ls-remote -q "$URL" HEAD | cut -f 2
      printf 'pass\\n' | "$SECURITY" set-keychain-password
      "$SECURITY" lock-keychain
      : >asked
      git ls-remote -q "$URL" HEAD 2>errors | cut -f 2
      cat asked
      grep -c '^git-credential-latchkey: User interaction is not allowed' errors
      "$SECURITY" erase-keychain --yes >/dev/null
      """)
    #expect(run.text == "HEAD\nHEAD\nUsername\nPassword\n2\n", "\(run.errors)")
  }
}
