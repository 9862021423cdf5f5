import Glibc
import TestSupport

/// An environment like `DaemonPlace`, with a system bus of its own and a logind of the tests.
///
/// The person is the user 12345, and the other user is 12346. The script can call these functions:
///
/// - `start_bus`, `stop_bus`: start and end the system bus.
/// - `start_manager`, `stop_manager`: start and end logind. Its arguments are those of the program.
/// - `m LINE`: lets logind carry out a line (Tests/SessionManager/session-manager.c).
/// - `person`, `other`, `root`: run the tool as a user. `open_keychain person` makes an unlocked keychain with a passcode.
/// - `state person`: prints `locked` or `unlocked`. `until_locked person` waits until the keychain is locked.
/// - `watched N`: waits until `keychaind` has read the sessions N times.
/// - `logged TEXT`: prints how many lines of the log contain a text.
struct SessionPlace {
  private let machine: DaemonPlace

  init() throws { machine = try DaemonPlace() }

  func run(_ script: String) throws -> Tool.Outcome {
    let program = try Self.program(in: machine.folder)
    return try machine.run("MANAGER='\(program)'\n" + Self.functions + script)
  }

  private static func program(in folder: TemporaryDirectory) throws -> String {
    let package = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let program = folder("session-manager")
    let run = try Tool().shell(
      "cc -Wall -Wextra -Werror '\(package)/Tests/SessionManager/session-manager.c' -l:libsystemd.so.0 -o '\(program)'")
    guard run.status == 0 else { throw SharedTool.Failure(reason: run.errors) }
    return program
  }

  private static let functions = """
    command -v dbus-daemon > /dev/null || { echo "dbus-daemon is missing; install dbus-daemon" >&2; exit 1; }
    mkdir -m 700 /run/root /run/other
    chown 12346 /run/other
    echo 'other:x:12346:12346::/nonexistent:/bin/false' >> /etc/passwd
    # The rules of Debian's bus: every user may send signals.
    cat > "$PLACE/bus.conf" <<'END'
    <busconfig>
      <type>system</type>
      <listen>unix:path=/run/dbus/system_bus_socket</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow user="*"/>
        <deny own="*"/>
        <deny send_type="method_call"/>
        <allow send_type="signal"/>
        <allow send_requested_reply="true" send_type="method_return"/>
        <allow send_requested_reply="true" send_type="error"/>
        <allow receive_type="method_call"/>
        <allow receive_type="method_return"/>
        <allow receive_type="error"/>
        <allow receive_type="signal"/>
        <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
        <allow send_destination="org.freedesktop.login1"/>
      </policy>
      <policy user="root"><allow own="org.freedesktop.login1"/></policy>
    </busconfig>
    END
    bus=
    manager=
    trap 'stop_manager; stop_bus; finish' EXIT
    start_bus() {
      mkdir -p /run/dbus
      dbus-daemon --config-file="$PLACE/bus.conf" --nofork --nopidfile 2> /run/bus-log & bus=$!
      for _ in $(seq 200); do [ ! -S /run/dbus/system_bus_socket ] || return 0; sleep 0.02; done
      echo "the bus does not start" >&2
      exit 1
    }
    stop_bus() {
      [ -n "$bus" ] || return 0
      kill "$bus" 2>/dev/null || :
      wait "$bus" 2>/dev/null || :
      bus=
      rm -f /run/dbus/system_bus_socket
    }
    start_manager() {
      rm -f /run/manager-input /run/manager-output
      mkfifo /run/manager-input /run/manager-output
      "$MANAGER" "$PLACE/log" "$@" < /run/manager-input > /run/manager-output & manager=$!
      exec 8> /run/manager-input 9< /run/manager-output
    }
    stop_manager() {
      [ -n "$manager" ] || return 0
      exec 8>&- 9<&-
      kill "$manager" 2>/dev/null || :
      wait "$manager" 2>/dev/null || :
      manager=
    }
    m() {
      printf '%s\\nsync\\n' "$*" >&8
      answer=
      read -r answer <&9 || :
      [ "$answer" = done ] || { echo "logind did not carry out: $*" >&2; exit 1; }
    }
    person() { as_user "$SECURITY" "$@"; }
    other() { HOME=/run/other setpriv --reuid 12346 --regid 12346 --clear-groups --no-new-privs "$SECURITY" "$@"; }
    root() { HOME=/run/root "$SECURITY" "$@"; }
    open_keychain() {
      "$1" add-generic-password -a a -s s -w secret
      "$1" set-keychain-password -p passcode
    }
    unlock() { "$1" unlock-keychain -p passcode; }
    state() { "$1" -v show-keychain-info 2>&1 | sed -n 's/^password: *set; \\([a-z]*\\).*/\\1/p'; }
    until_locked() {
      for _ in $(seq 200); do [ "$(state "$1")" != locked ] || return 0; sleep 0.05; done
      echo "the keychain of $1 is not locked" >&2
      cat "$PLACE/log" >&2
      exit 1
    }
    logged() { grep -c "$1" "$PLACE/log" || :; }
    until_logged() {
      for _ in $(seq 400); do [ "$(logged "$2")" -lt "$1" ] || return 0; sleep 0.05; done
      echo "not logged $1 times: $2" >&2
      cat "$PLACE/log" >&2
      exit 1
    }
    watched() { until_logged "$1" "keychains are locked with their sessions"; }

    """
}
