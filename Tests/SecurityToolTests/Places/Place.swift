import Glibc
import TestSupport

/// An environment for a test, in its own namespaces, in which programs run.
///
/// Its mounts are invisible to others, and end with the last process in it.
struct Place {
  /// Every user may enter this folder.
  let folder: TemporaryDirectory
  private let tool: Tool

  init() throws {
    folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    tool = try Tool(path: Self.isRoot ? SharedTool.path() : Tool.builtTool())
  }

  /// The path of the keychain's folder.
  var home: String { folder("home") }

  /// Runs a shell script with the variables `$PLACE`, `$LATCHKEY_HOME` (`$PLACE/home`) and
  /// `$SECURITY`. The function `as_user` runs a program as a user without an account and without
  /// privileges.
  ///
  /// - Parameter namespaces: Options of `unshare`; empty for no namespaces.
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

  /// The prefix of a command that this user runs.
  static let asUser = "setpriv --reuid \(user) --regid \(user) --clear-groups --no-new-privs"

  // MARK: Possible environments

  private static let isRoot = geteuid() == 0

  /// The reason why a test is skipped when its environment is not possible.
  static let needsMounts = "needs root, and mounts in a namespace of its own"
  static let needsUsers = "needs root, and users that it may become"
  static let needsOverlay = "needs root, and overlay file systems"
  static let needsUserNamespaces = "needs user namespaces"

  static let hasMounts = isRoot && works(in: "--mount", "mount -t tmpfs none \"$PLACE\"")
  /// `setpriv` can execute programs that only root can reach, but `env` cannot.
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

  /// Whether all environments are required: `LATCHKEY_PLACES=required`, as in continuous
  /// integration.
  static let areRequired = getenv("LATCHKEY_PLACES") != nil
}
