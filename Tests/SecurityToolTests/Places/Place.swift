import Glibc
import TestSupport

/// A place that is made for a test, in namespaces of its own, and programs that run there.
///
/// What is mounted there nobody else sees, and it is gone with the last process in it.
struct Place {
  /// Everybody may pass through it.
  let folder: TemporaryDirectory
  private let tool: Tool

  init() throws {
    folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    tool = try Tool(path: Self.isRoot ? SharedTool.path() : Tool.builtTool())
  }

  /// The path of the keychain's folder.
  var home: String { folder("home") }

  /// Runs a shell script with `$PLACE`, `$LATCHKEY_HOME` (`$PLACE/home`) and `$SECURITY`, and with
  /// `as_user`, which runs a program as a user without account and without privileges.
  ///
  /// - Parameter namespaces: Options of `unshare`, when there are to be any.
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

  /// What stands before a command that this user runs.
  static let asUser = "setpriv --reuid \(user) --regid \(user) --clear-groups --no-new-privs"

  // MARK: What can be made here

  private static let isRoot = geteuid() == 0

  /// A place that cannot be made is skipped with this reason.
  static let needsMounts = "needs root, and mounts in a namespace of its own"
  static let needsUsers = "needs root, and users that it may become"
  static let needsOverlay = "needs root, and overlay file systems"
  static let needsUserNamespaces = "needs user namespaces"

  static let hasMounts = isRoot && works(in: "--mount", "mount -t tmpfs none \"$PLACE\"")
  /// `setpriv` itself may run what only root can reach, and `env` may not.
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

  /// Whether all places must be made: `LATCHKEY_PLACES=required`, as continuous integration has it.
  static let areRequired = getenv("LATCHKEY_PLACES") != nil
}
