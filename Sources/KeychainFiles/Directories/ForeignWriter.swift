import CPlatform
import Glibc
import KeychainModel

/// Who beside this user and root may write a file, or exchange what lies in a folder.
///
/// * A file or folder of this user or of root that neither its group nor others may write is in nobody
///   else's hands.
/// * In a sticky folder of either others may make files, and neither remove nor rename those of this user
///   (`/tmp`).
/// * Whom root lets into a folder of its own by the group is root's decision. For root itself such a folder
///   is like any user's.
/// * A group that is this user's alone lets nobody in: its primary group, of its name, without other
///   members, and nobody else's primary group, as `useradd` makes one for each user. With an access control list it may, and root's group has
///   members in many containers.
/// * A user that has no number in this user namespace stands for root, as in a sandbox where only one user has.
package enum ForeignWriter: Sendable, Equatable {
  /// It belongs to another user.
  case owner(UInt32)
  /// Group or others may write, by this mode.
  case mode(UInt32)

  /// - Returns: Nil when there is none.
  static func find(
    _ handle: borrowing FileDescriptor, _ path: String
  ) throws(KeychainError) -> ForeignWriter? {
    var status = stat()
    guard fstat(handle.number, &status) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let isOwn = status.st_uid == geteuid()
    guard isOwn || status.st_uid == 0 || lk_is_unmapped_user(status.st_uid) == 1 else {
      return .owner(status.st_uid)
    }
    if isFolder, status.st_mode & S_ISVTX != 0 { return nil }
    if status.st_mode & 0o002 == 0 {
      if status.st_mode & 0o020 == 0 || (isFolder && !isOwn) { return nil }
      if isOwn, lk_is_private_group(status.st_gid) == 1, lk_may_have_access_list(handle.number) == 0 {
        return nil
      }
    }
    return .mode(status.st_mode)
  }

  /// How a sentence goes on that began with the path.
  var words: String {
    switch self {
    case .owner(let owner): "belongs to user \(owner), not to user \(geteuid())"
    case .mode(let mode): "can be written by others (mode 0\(String(mode & 0o7777, radix: 8)))"
    }
  }
}
