import TestSupport
import Testing

/// The credential helper for macOS that git contains: `git-credential-osxkeychain.c` from Debian's git, compiled
/// without changes.
///
/// The helper calls the older functions. The helper of git 2.45 and later calls the newer functions. `SecurityTests`
/// imitates the newer helper.
@Suite struct GitTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  /// Runs a script with git and the helper, in the session that git-session.sh prepares.
  private func shell(_ script: String) throws -> Workshop.Outcome {
    try workshop.work.write(Array(script.utf8), to: "script.sh")
    return try workshop.shell(
      """
      contrib=/usr/share/doc/git/contrib/credential/osxkeychain
      [ -x /usr/bin/git ] && [ -x /usr/bin/python3 ] && [ -f $contrib/git-credential-osxkeychain.c ] || {
        echo "needs git, with its folder contrib, and python3: make test-packages" >&2
        exit 98
      }
      mkdir "$WORK/bin" "$WORK/base"
      clang $INTERFACE $contrib/git-credential-osxkeychain.c $LIBS \\
        -o "$WORK/bin/git-credential-osxkeychain"
      BASE=$WORK/base CREDENTIALS=$PACKAGE/Tests/SecurityToolTests/Credentials
      export BASE CREDENTIALS PATH="$WORK/bin:/usr/bin:/bin"
      . "$CREDENTIALS/git-session.sh"
      git config --file config credential.helper osxkeychain
      . "$WORK/script.sh"
      """)
  }

  @Test func passwordIsTypedOnce() throws {
    let run = try shell(
      """
      login anna:one
      answers anna one
      git clone -q "$URL" first
      git clone -q "$URL" second
      git clone -q "$URL" third && echo cloned
      cat asked
      "$PRODUCTS/security" find-internet-password -s 127.0.0.1 -P "$(cat port)" -r http -a anna \\
        -t dflt -w
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
      "$PRODUCTS/security" find-internet-password -s 127.0.0.1 >/dev/null 2>&1 || echo erased
      answers anna two
      git ls-remote -q "$URL" HEAD | cut -f 2
      git ls-remote -q "$URL" HEAD | cut -f 2
      cat asked
      """)
    #expect(
      run.text == "HEAD\nrejected\nerased\nHEAD\nHEAD\nUsername\nPassword\nUsername\nPassword\n",
      "\(run.errors)")
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
}
