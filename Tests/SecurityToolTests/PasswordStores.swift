import TestSupport

/// The password stores of other programs, created for one test: a home folder with a gpg key and a `pass` store, and a
/// session bus with gnome-keyring.
struct PasswordStores {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a script in an empty folder, with this home folder and this session bus. The script can call the tool. The
  /// run fails if a program is not installed.
  func shell(_ body: String, with tool: Tool) throws -> Tool.Outcome {
    try folder.write(Array(Self.session.utf8), to: "session.sh")
    try folder.write(Array("cd \"$BASE/work\"\n\(body)".utf8), to: "body.sh")
    return try tool.shell(
      """
      export BASE=\(folder.path)
      export LC_ALL=C.UTF-8 HOME=$BASE/home GNUPGHOME=$BASE/gnupg PASSWORD_STORE_DIR=$BASE/store
      export XDG_DATA_HOME=$BASE/home/data XDG_RUNTIME_DIR=$BASE/run XDG_CACHE_HOME=$BASE/home/cache
      exec dbus-run-session -- sh "$BASE/session.sh"
      """)
  }

  private static let session = """
    exec 3>&2 2>"$BASE/setup.log"
    fail() { cat "$BASE/setup.log" >&3; exit 99; }
    mkdir -m 700 "$HOME" "$GNUPGHOME" "$XDG_RUNTIME_DIR" "$BASE/work" || fail
    mkdir -p "$XDG_DATA_HOME" "$XDG_CACHE_HOME" || fail
    gpg --batch --quiet --pinentry-mode loopback --passphrase '' \
      --quick-gen-key test@example.org default default never || fail
    pass init test@example.org >/dev/null || fail
    printf 'password' | gnome-keyring-daemon --foreground --unlock --components=secrets \
      >/dev/null &
    keyring=$!
    trap 'kill $keyring; gpgconf --kill all' EXIT
    tries=600
    until dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
      org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true
    do
      tries=$((tries - 1))
      [ $tries -gt 0 ] || fail
      sleep 0.1
    done
    exec 2>&3
    sh "$BASE/body.sh"
    exit $?
    """
}
