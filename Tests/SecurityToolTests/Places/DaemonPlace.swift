import TestSupport

/// An environment with its own `/etc` and `/run`, in which a script can configure, start and stop `keychaind`.
///
/// `keychaind` is the user 990, and the person is the user 12345.
struct DaemonPlace {
  private let place: Place

  init() throws { place = try Place() }

  var folder: TemporaryDirectory { place.folder }

  /// Runs a script. The script can call `configure`, `start` and `stop`.
  func run(_ script: String) throws -> Tool.Outcome {
    try place.run(in: "--mount", Self.paths + Self.machine + script)
  }

  /// Runs a script in an environment with applications: programs with the set-group-ID bit.
  ///
  /// The folder `/run/app` has the programs `application-client`, with the bit and the group `lk-app-test` (the application
  /// `com.example.test`), and `ordinary-client`, a copy without the bit. The script can call `as_person`, which runs a
  /// program as the person and lets the bit have its effect, and `attack` (attack-program.py). `$BUILT` is the folder of
  /// the built programs, and `$SOURCE` the source tree.
  func runWithApplications(_ script: String) throws -> Tool.Outcome {
    try run(Self.applications + script)
  }

  private static var paths: String {
    let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let built = (try? Tool.builtTool()) ?? ""
    return """
      PLACES='\(folder)' SOURCE='\(folder)/../../..' BUILT=$(dirname '\(built)') KEYCHAIND=$(dirname "$SECURITY")/keychaind
      PATH=/usr/sbin:/usr/bin:/sbin:/bin

      """
  }

  private static let machine = """
    . "$PLACES/daemon-machine.sh"

    """

  /// The loader ignores `$ORIGIN` for a program with the bit, so it finds the Swift libraries in its cache.
  private static let applications = """
    libraries=$(ldd "$BUILT/application-client" | sed -n 's/^.*libswiftCore.so => \\(.*\\)\\/libswiftCore.so .*/\\1/p')
    mkdir /run/lib /run/app
    mount --bind "$libraries" /run/lib
    [ ! -d /var/cache/ldconfig ] || mount -t tmpfs none /var/cache/ldconfig
    echo /run/lib > /etc/ld.so.conf.d/latchkey-test.conf
    ldconfig
    as_person() { setpriv --reuid 12345 --regid 12345 --clear-groups "$@"; }
    attack() { as_person /usr/bin/python3 "$PLACE/attack-program.py" "$@"; }
    cp "$PLACES/attack-program.py" "$PLACE"
    chmod 644 "$PLACE/attack-program.py"
    # Writes a manifest of the application com.example.$1 for the group lk-app-$1.
    manifest() {
      printf '%s' "<plist version=\\"1.0\\"><dict><key>application-identifier</key><string>com.example.$1</string>" \\
        "<key>recognised-by</key><array><dict><key>group</key><string>lk-app-$1</string></dict></array></dict></plist>" \\
        > "/etc/latchkey/apps/com.example.$1.plist"
      chmod 644 "/etc/latchkey/apps/com.example.$1.plist"
    }
    # Gives a program the bit and the group of the application.
    make_setgid() {
      chown root:lk-app-test "$1"
      chmod 2755 "$1"
    }
    : > /etc/subgid
    echo 'lk-app-test:x:991:' >> /etc/group
    manifest test
    cp "$BUILT/application-client" /run/app/application-client
    cp "$BUILT/application-client" /run/app/ordinary-client
    chmod 755 /run/app/ordinary-client
    make_setgid /run/app/application-client
    [ "$(as_person /run/app/application-client groups)" = different ] || {
      echo "the set-group-ID bit has no effect in this environment" >&2
      exit 1
    }
    app=/run/app/application-client

    """
}
