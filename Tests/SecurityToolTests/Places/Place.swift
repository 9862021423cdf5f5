import Glibc
import TestSupport

/// An environment in which a test runs programs, with its own namespaces.
///
/// Mounts in the environment are invisible to other processes. The mounts end with the last process of the environment.
struct Place {
  /// The folder of the environment. Every user is permitted to enter the folder.
  let folder: TemporaryDirectory
  private let tool: Tool

  init() throws {
    folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    tool = try Tool(path: Self.isRoot ? SharedTool.path() : Tool.builtTool())
  }

  /// The path of the keychain's folder.
  var home: String { folder("home") }

  /// Runs a shell script with the variables `$PLACE` (`folder`), `$LATCHKEY_HOME` (`$PLACE/home`) and `$SECURITY` (the
  /// tool). The script can call `as_user`, which runs a program as a user without an account and without privileges.
  ///
  /// - Parameter namespaces: The options of `unshare`; empty for no namespaces.
  func run(in namespaces: String = "", _ script: String) throws -> Tool.Outcome {
    let text = """
      as_user() { \(Self.asUser) "$@"; }
      \(script)
      """
    try folder.write(Array(text.utf8), to: "script")
    let unshare = namespaces.isEmpty ? "" : "unshare \(namespaces) "
    return try tool.shell(
      """
      PLACE='\(folder.path)' LATCHKEY_HOME='\(home)'
      export PLACE LATCHKEY_HOME
      exec \(unshare)/bin/sh -eu "$PLACE/script"
      """)
  }

  static let user: uid_t = 12345

  /// A shell command prefix that runs the following command as the user `user`.
  static let asUser = "setpriv --reuid \(user) --regid \(user) --clear-groups --no-new-privs"

  // MARK: Possible environments

  private static let isRoot = geteuid() == 0

  /// The reasons that are shown for skipped tests, if the environments of these tests are not possible.
  static let needsMounts = "needs root, and mounts in a namespace of its own"
  static let needsUsers = "needs root, and users that it may become"
  static let needsOverlay = "needs root, and overlay file systems"

  static let hasMounts = isRoot && works(in: "--mount", "mount -t tmpfs none \"$PLACE\"")
  /// The check runs the tool through `env`, which has only the permissions of the user. `setpriv` itself could execute
  /// a tool that only root can reach.
  static let hasUsers = isRoot && works("as_user env \"$SECURITY\" help")
  static let hasUserNamespaces = works(in: "--user --map-root-user --mount", "true")
  static let hasOverlay =
    hasMounts
    && works(
      in: "--mount",
      """
      mount -t tmpfs none "$PLACE"
      cd "$PLACE"
      mkdir lower upper work merged
      mount -t overlay none -o lowerdir=lower,upperdir=upper,workdir=work merged
      """)

  private static func works(in namespaces: String = "", _ script: String) -> Bool {
    (try? Place().run(in: namespaces, script))?.status == 0
  }

  /// Whether `LATCHKEY_PLACES` requires that all environments are possible, as in continuous integration.
  static let areRequired = getenv("LATCHKEY_PLACES") != nil
}
