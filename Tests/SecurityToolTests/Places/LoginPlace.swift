import Glibc
import Synchronization
import TestSupport

/// An environment like `DaemonPlace`, with PAM services of its own, `pam_latchkey.so` and a PAM application.
///
/// The script can call the functions that `functions` defines. The password of the person is in `/etc/shadow`, so the real
/// pam_unix.so proves it. The service `common` has the modules in Debian's order.
struct LoginPlace {
  private let machine: DaemonPlace

  init() throws { machine = try DaemonPlace() }

  /// The home folder of the person.
  var person: String { machine.folder("person") }

  /// - Parameter sanitized: Whether the module and the application are built with AddressSanitizer.
  func run(sanitized: Bool = false, _ script: String) throws -> Tool.Outcome {
    let programs = try LoginPrograms.folder(sanitized: sanitized)
    return try machine.run("PROGRAMS='\(programs)'\n" + Self.functions + script)
  }

  private static let functions = """
    mkdir /run/pam /run/pam/services /run/tool
    cp "$PROGRAMS"/* /run/pam
    mount --bind "$(dirname "$SECURITY")" /run/tool
    chmod 755 /run/pam /run/pam/services
    app=/run/pam/login-application
    module="/run/pam/pam_latchkey.so tool=/run/tool/security"
    stub=/run/pam/pam_stub.so
    export ASAN_OPTIONS=detect_leaks=0
    # Root has another home folder here, because the module may use the keychain of root.
    mkdir -m 700 /run/root
    sed -i 's|^root:\\([^:]*\\):0:0:\\([^:]*\\):[^:]*:|root:\\1:0:0:\\2:/run/root:|' /etc/passwd
    touch /etc/shadow
    chmod 600 /etc/shadow
    # Root sets the password of the person, without PAM.
    set_password() {
      sed -i '/^person:/d' /etc/shadow
      printf 'person:%s:19000:0:99999:7:::\\n' "$(openssl passwd -6 -salt salt "$1")" >> /etc/shadow
    }
    # Makes a service of standard input, with `module` and `stub` replaced by the modules.
    service() { sed "s|@module|$module|; s|@stub|$stub|" > "/run/pam/services/$1"; }
    service common <<END
    auth [success=1 default=ignore] pam_unix.so nodelay
    auth requisite pam_deny.so
    auth required pam_permit.so
    auth optional @module
    account required pam_permit.so
    session required pam_permit.so
    session optional @module
    password [success=1 default=ignore] pam_unix.so nodelay sha512 rounds=1000
    password requisite pam_deny.so
    password required pam_permit.so
    password optional @module
    END
    service stub <<END
    auth required @stub
    auth optional @module
    session required pam_permit.so
    session optional @module
    password required @stub
    password optional @module
    END
    # Runs the steps of the application on one line.
    pam() { "$app" /run/pam/services "$@" > "$PLACE/steps" || echo "status $?" >> "$PLACE/steps"; tr '\\n' ' ' < "$PLACE/steps"; echo; }
    # A login with a password, and nothing printed.
    log_in() { "$app" /run/pam/services common person "answer=$1" authenticate account setcred open >/dev/null; }
    state() {
      as_user "$SECURITY" -v show-keychain-info 2>&1 | sed -n '
        /^password: *set; unlocked/s/.*/unlocked/p
        /^password: *set; locked/s/.*/locked/p
        /^password: *none/s/.*/no-password/p
        /^login: .*not the password/s/.*/differs/p
        /^login: .*is the password/s/.*/same/p' | tr '\\n' ' '
      echo
    }
    lock() { as_user "$SECURITY" lock-keychain; }
    # Without keychaind, the keys of an unlocked keychain are in the kernel. An erasure removes them.
    forget() {
      [ -z "$daemon" ] || return 0
      as_user "$SECURITY" erase-keychain --yes >/dev/null 2>&1 || :
      HOME=/run/root "$SECURITY" erase-keychain --yes >/dev/null 2>&1 || :
    }
    trap 'forget; finish' EXIT
    prepare() {
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      set_password "$1"
      as_user "$SECURITY" set-keychain-password -p "$1" --login
      lock
    }

    """
}

/// The module, a stub of another module, and the PAM application, which are built once.
enum LoginPrograms {
  private static let folders = Mutex<[Bool: TemporaryDirectory]>([:])

  static func folder(sanitized: Bool) throws -> String {
    try folders.withLock { folders in
      if let folder = folders[sanitized] { return folder.path }
      let folder = try build(sanitized: sanitized)
      if folders.isEmpty { atexit { LoginPrograms.folders.withLock { $0 = [:] } } }
      folders[sanitized] = folder
      return folder.path
    }
  }

  private static func build(sanitized: Bool) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let package = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let run = try Tool().shell(
      """
      set -eu
      cd '\(folder.path)'
      chmod 755 .
      '\(package)/scripts/build-pam-module' pam_latchkey.so /usr/local \(sanitized ? "-fsanitize=address,undefined -fno-sanitize-recover=all" : "")
      flags='-Wall -Wextra -Werror \(sanitized ? "-fsanitize=address,undefined -fno-sanitize-recover=all" : "")'
      cc $flags -shared -fPIC '\(package)/Tests/PAMApplication/pam_stub.c' -lpam -o pam_stub.so
      # AddressSanitizer replaces functions of libcrypt, which pam_unix.so uses.
      cc $flags '\(package)/Tests/PAMApplication/login-application.c' -Wl,--no-as-needed -lcrypt -lpam -o login-application
      """)
    guard run.status == 0 else { throw SharedTool.Failure(reason: run.errors) }
    return folder
  }
}
