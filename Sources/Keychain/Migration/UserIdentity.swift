import Glibc
import KeychainModel

/// The identity of a user that a program of root takes on for a while.
struct UserIdentity {
  let user: UInt32
  let group: UInt32
  let homeDirectory: String

  /// The account of a user.
  ///
  /// - Throws: `.notAvailable` when there is no such account, or when it has no home folder.
  init(of user: UInt32) throws(KeychainError) {
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16384)
    guard getpwuid_r(user, &account, &buffer, buffer.count, &found) == 0, found != nil, let home = account.pw_dir else {
      throw KeychainError(.notAvailable, "user \(user) has no account", because: .foreignOwner)
    }
    self.user = user
    group = account.pw_gid
    homeDirectory = String(cString: home)
    guard homeDirectory.hasPrefix("/"), homeDirectory != "/" else {
      throw KeychainError(.notAvailable, "the account of user \(user) has no home folder", because: .noPlace)
    }
  }

  /// Runs `body` with the rights of the user on files, so that links in the folders of the user lead nowhere else. The
  /// process ends if it cannot become root again.
  ///
  /// - Throws: `.notAvailable` when the process is neither a process of root nor of the user.
  func acting<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
    let (ownUser, ownGroup) = (geteuid(), getegid())
    guard user != ownUser else { return try body() }
    guard setgroups(0, nil) == 0, setegid(group) == 0, seteuid(user) == 0 else {
      _ = seteuid(ownUser)
      _ = setegid(ownGroup)
      throw KeychainError(.notAvailable, "only root can write the keychain of another user", because: .permissionDenied)
    }
    defer {
      // The rest of the program must not go on with other rights than it had.
      guard seteuid(ownUser) == 0, setegid(ownGroup) == 0 else { _exit(71) }
    }
    return try body()
  }
}
