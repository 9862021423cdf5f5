import CPlatform
import Glibc
import KeychainModel

/// A user, other than this user and root, who can write a file or replace entries of a folder.
///
/// * A file or folder of this user or of root is safe if neither its group nor others may write to it.
/// * In a sticky folder of this user or of root (such as `/tmp`), other users can create files, but cannot remove or
///   rename the files of this user.
/// * A folder of root that its group can write to is accepted, because root has given this permission. When this
///   process runs as root, such a folder is treated like any user's folder.
/// * A group that belongs to this user alone is safe. Such a group is the user's primary group, has the user's name and
///   no other members, and is not the primary group of another user. `useradd` creates such a group for each user. The
///   group is not safe if the file may have an access control list. Root's group is not safe, because this group has
///   members in many containers.
/// * A user without a number in this user namespace is treated as root, as in a sandbox that maps only one user.
package enum UntrustedWriter: Sendable, Equatable {
  /// Another user owns the file.
  case owner(UInt32)
  /// The group or others can write the file, according to this mode.
  case mode(UInt32)

  /// - Returns: Nil when no other user can write.
  static func find(
    _ handle: borrowing FileDescriptor, _ path: String
  ) throws(KeychainError) -> UntrustedWriter? {
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

  /// The words that follow the path in a message.
  var words: String {
    switch self {
    case .owner(let owner): "belongs to user \(owner), not to user \(geteuid())"
    case .mode(let mode): "can be written by others (mode 0\(String(mode & 0o7777, radix: 8)))"
    }
  }
}
