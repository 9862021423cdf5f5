import TestSupport
import Testing

/// Runs programs of Debian that keep passwords in the Secret Service.
@Suite struct ProgramTests {
  private let place: ServicePlace

  init() throws { place = try ServicePlace() }

  /// The cases are those of git's own tests of credential helpers: store, get and erase, with a user, a path and a port,
  /// and credentials that differ in one of these.
  @Test func gitCredentialLibsecret() throws {
    let outcome = try place.run(
      #"""
      set -e
      cp -r /usr/share/doc/git/contrib/credential/libsecret "$TMPDIR/helper"
      make -s -C "$TMPDIR/helper" >/dev/null 2>&1
      cat >"$TMPDIR/gitconfig" <<CONFIG
      [credential]
        helper = $TMPDIR/helper/git-credential-libsecret
        useHttpPath = true
      CONFIG
      export GIT_CONFIG_GLOBAL="$TMPDIR/gitconfig" GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=
      cd "$TMPDIR"
      check() {
        printf '%s\n' "$1" | git credential fill >got 2>/dev/null || : >got
        grep '^password=' got >found || echo none >found
        test "$(cat found)" = "$2" || { echo "for $1: $(cat found) and not $2"; exit 1; }
      }
      store() { printf '%s\n' "$@" | git credential approve; }
      check 'url=https://example.com/' none
      store url=https://example.com/ username=anna password=one
      check 'url=https://example.com/' password=one
      check 'url=https://anna@example.com/' password=one
      check 'url=https://bob@example.com/' none
      check 'url=http://example.com/' none
      check 'url=https://other.example.com/' none
      store url=https://example.com/ username=bob password=two
      check 'url=https://bob@example.com/' password=two
      check 'url=https://anna@example.com/' password=one
      store url=https://example.com:8443/ username=anna password=port
      check 'url=https://anna@example.com:8443/' password=port
      check 'url=https://anna@example.com/' password=one
      store url=https://example.com/repository.git username=anna password=path
      check 'url=https://anna@example.com/repository.git' password=path
      # The same credential replaces the password. No other credential changes.
      store url=https://example.com/ username=anna password=new
      check 'url=https://anna@example.com/' password=new
      check 'url=https://anna@example.com/repository.git' password=path
      check 'url=https://bob@example.com/' password=two
      printf 'url=https://example.com/\nusername=bob\npassword=two\n' | git credential reject
      check 'url=https://bob@example.com/' none
      check 'url=https://anna@example.com/' password=new
      # The keychain and git find each other's passwords.
      test "$("$SECURITY_TOOL" find-generic-password -l 'Git: https://example.com:8443/' -w)" = port
      "$SECURITY_TOOL" add-internet-password -s git.example.org -a emil -r htps -w native
      check 'url=https://git.example.org/' password=native
      """#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func dockerCredentialSecretservice() throws {
    let outcome = try place.run(
      #"""
      set -e
      helper=docker-credential-secretservice
      url=https://registry.example.org/v1
      echo "{\"ServerURL\":\"$url\",\"Username\":\"bob\",\"Secret\":\"token\"}" | $helper store
      test "$($helper list)" = "{\"$url\":\"bob\"}"
      echo $url | $helper get | grep -q '"Secret":"token"'
      echo "{\"ServerURL\":\"$url\",\"Username\":\"bob\",\"Secret\":\"new\"}" | $helper store
      echo $url | $helper get | grep -q '"Secret":"new"'
      test "$("$SECURITY_TOOL" find-generic-password -s $url -a bob -w)" = new
      echo $url | $helper erase
      test "$($helper list)" = '{}'
      """#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func msmtp() throws {
    let outcome = try place.run(
      #"""
      printf password | secret-tool store --label=Mail host localhost service smtp user carl
      exec /usr/bin/python3 "$CLIENTS/send-mail.py"
      """#)
    #expect(outcome.output.contains("[b'carl', b'password']"), "\(outcome.output)")
  }

  /// The programs of the versions of Debian that speak to the service with other libraries.
  @Test func pythonKeyringOfDebian() throws {
    let outcome = try place.run(
      #"""
      exec /usr/bin/python3 - <<CLIENT
      import subprocess, os
      from keyring.backends.SecretService import Keyring
      keyring, tool = Keyring(), os.environ["SECURITY_TOOL"]
      subprocess.run([tool, "add-generic-password", "-s", "web", "-a", "anna", "-w", "native"], check=True)
      assert keyring.get_password("web", "anna") == "native"
      keyring.set_password("mail", "bob", "stored")
      found = subprocess.run([tool, "find-generic-password", "-s", "mail", "-a", "bob", "-w"], capture_output=True)
      assert found.stdout == b"stored\n", found
      keyring.set_password("web", "anna", "new")
      assert keyring.get_password("web", "anna") == "new"
      keyring.delete_password("mail", "bob")
      assert keyring.get_password("mail", "bob") is None
      CLIENT
      """#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
