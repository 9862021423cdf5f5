import TestSupport
import Testing

/// Switches a user to the built service, as `security secret-service` does it.
@Suite struct ActivationTests {
  private let place: ServicePlace

  init() throws { place = try ServicePlace() }

  /// Makes an installation in a folder, and a bus that reads the activation files of the user alone.
  private static let installation = #"""
    set -e
    mkdir -p "$TMPDIR/prefix/bin" "$TMPDIR/prefix/libexec"
    cp "$SECURITY_TOOL" "$TMPDIR/prefix/bin/security"
    cp "$SECRET_SERVICE_PROGRAM" "$TMPDIR/prefix/libexec/latchkey-secret-service"
    tool="$TMPDIR/prefix/bin/security"
    cat >"$TMPDIR/session.conf" <<CONFIG
    <busconfig>
      <type>session</type>
      <listen>unix:dir=$TMPDIR</listen>
      <servicedir>$XDG_DATA_HOME/dbus-1/services</servicedir>
      <policy context="default">
        <allow send_destination="*"/><allow own="*"/><allow receive_sender="*"/>
      </policy>
    </busconfig>
    CONFIG

    """#

  @Test func theBusStartsTheService() throws {
    let outcome = try place.run(
      Self.installation + #"""
        "$tool" secret-service status | grep '^not enabled'
        "$tool" secret-service enable | grep "^enabled: $XDG_DATA_HOME/dbus-1/services/"
        "$tool" secret-service enable --ask | grep '^enabled'
        grep -q -- '--ask' "$XDG_DATA_HOME/dbus-1/services/org.freedesktop.secrets.service"
        "$tool" secret-service enable | grep '^enabled'
        cat >"$TMPDIR/use.sh" <<USE
        set -e
        "$tool" secret-service status | grep 'No program is the Secret Service'
        printf secret | secret-tool store --label=Mail service imap username anna
        test "\$(secret-tool lookup service imap)" = secret
        test "\$("$tool" find-generic-password -s imap -w)" = secret
        "$tool" secret-service status | grep '^latchkey-secret-service (process [0-9]*) is the Secret Service'
        "$tool" secret-service disable | grep 'serves this session until it ends'
        busctl --user call org.freedesktop.DBus / org.freedesktop.DBus GetConnectionUnixProcessID s \
          org.freedesktop.secrets | sed 's/u //' | xargs kill
        USE
        dbus-run-session --config-file="$TMPDIR/session.conf" -- sh "$TMPDIR/use.sh"
        test -z "$(find "$XDG_DATA_HOME/dbus-1" "$XDG_DATA_HOME/systemd" "$XDG_CONFIG_HOME" ! -type d)"
        "$tool" secret-service disable | grep 'It was not enabled'
        """#, hasService: false)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func filesOfOthersStay() throws {
    let outcome = try place.run(
      Self.installation + #"""
        mkdir -p "$XDG_DATA_HOME/dbus-1/services"
        file="$XDG_DATA_HOME/dbus-1/services/org.freedesktop.secrets.service"
        printf '[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/false\n' >"$file"
        cp "$file" "$TMPDIR/before"
        for command in enable disable; do
          ! "$tool" secret-service $command 2>"$TMPDIR/errors"
          grep 'is of another program' "$TMPDIR/errors"
        done
        "$tool" secret-service status | grep '^another program is enabled'
        cmp "$file" "$TMPDIR/before"
        ! "$SECURITY_TOOL" secret-service nothing 2>/dev/null
        """#, hasService: false)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  /// gnome-keyring has the name, and does not give it away.
  @Test func theIncumbentIsNamed() throws {
    let outcome = try place.run(
      Self.installation + #"""
        printf password | gnome-keyring-daemon --foreground --unlock --components=secrets \
          --control-directory="$TMPDIR/control" >/dev/null 2>&1 &
        keyring=$!
        trap 'kill $keyring' EXIT
        until busctl --user status org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.05; done
        "$tool" secret-service enable >"$TMPDIR/enabled"
        grep 'gnome-keyring-daemon (process [0-9]*) is the Secret Service' "$TMPDIR/enabled"
        grep 'Log out and in' "$TMPDIR/enabled"
        # The service waits, and takes the name when the other program ends.
        "$SECRET_SERVICE_PROGRAM" &
        service=$!
        sleep 0.3
        kill $keyring
        until "$tool" secret-service status | grep '^latchkey-secret-service'; do sleep 0.05; done
        printf secret | secret-tool store --label=x a 1
        kill $service
        trap - EXIT
        wait $service
        """#, hasService: false)
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
