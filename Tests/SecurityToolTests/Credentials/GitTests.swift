import TestSupport
import Testing

/// A real git that asks the helper for the password of a real server.
@Suite(.enabled(if: GitPrograms.areThere, "needs git and python3: make test-packages"))
struct GitTests {
  private let tool: Tool
  private let folder: TemporaryDirectory

  init() throws {
    tool = try Tool()
    folder = try TemporaryDirectory()
  }

  /// Runs a script beside a server of a repository, with a git that knows of nothing but this test.
  ///
  /// `login USER:PASSWORD` changes what the server takes, and `answers USER PASSWORD` what a person types;
  /// the questions that git asks the person are lines of `$BASE/asked`.
  private func shell(_ script: String) throws -> Tool.Outcome {
    try folder.write(Array(script.utf8), to: "script.sh")
    let server = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    return try tool.shell(
      """
      export BASE=\(folder.path) HELPERS=$(dirname "$SECURITY")
      export HOME=$BASE/home GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=$BASE/config
      export GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=$BASE/askpass LC_ALL=C.UTF-8 PATH=$HELPERS:$PATH
      unset http_proxy https_proxy all_proxy
      mkdir "$HOME" "$BASE/served" || exit 99
      cd "$BASE" || exit 99
      cat >askpass <<'END'
      #!/bin/sh
      echo "$1" | sed 's/ for .*//' >>"$BASE/asked"
      case $1 in Username*) sed 's/ .*//' "$BASE/typed" ;; *) sed 's/.* //' "$BASE/typed" ;; esac
      END
      chmod +x askpass
      : >asked
      login() { echo "$1" >"$BASE/login"; }
      answers() { echo "$1 $2" >"$BASE/typed"; }
      git init -q --bare served/repository.git &&
      git -C served/repository.git -c user.name=T -c user.email=t@example.org \\
        commit-tree -m first "$(git -C served/repository.git hash-object -t tree -w /dev/null)" \\
        >commit &&
      git -C served/repository.git update-ref HEAD "$(cat commit)" &&
      git -C served/repository.git update-server-info || exit 99
      git config --file config credential.helper latchkey
      /usr/bin/python3 "\(server)/repository-server.py" served login port </dev/null >server.log 2>&1 &
      server=$!
      trap 'kill $server; wait $server 2>/dev/null' EXIT
      tries=200
      until [ -f port ]; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { cat server.log; exit 99; }
        sleep 0.1
      done
      URL=http://127.0.0.1:$(cat port)/repository.git
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
