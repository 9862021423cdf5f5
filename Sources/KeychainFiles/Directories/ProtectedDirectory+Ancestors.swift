import CPlatform
import Glibc
package import KeychainModel

extension ProtectedDirectory {
  /// Throws when a user other than this user and root can write to a folder above the path, because that user could
  /// replace the keychain. The root of a mounted volume is accepted with any owner, because containers mount volumes of
  /// other users.
  ///
  /// Missing folders are ignored. Nothing is created.
  ///
  /// - Throws: `.notAvailable`, naming the folder, with the cause `folderAboveTooOpen`; the errors of `open(_:)` for an
  ///   invalid path.
  package static func requireTrustedAncestors(above path: String) throws(KeychainError) {
    _ = try walk(path, creating: false, lastMode: 0o700, mustBeTrusted: true)
  }

  /// Checks one folder above the keychain's folder.
  static func requireTrusted(
    _ folder: borrowing FileDescriptor, _ name: String, above path: String
  ) throws(KeychainError) {
    guard let writer = try UntrustedWriter.find(folder, name), lk_is_mount_root(folder.number) == 0
    else { return }
    let remedy =
      switch writer {
      case .mode: "take that right away (chmod go-w \(name)), or set LATCHKEY_HOME to another place"
      case .owner: "set LATCHKEY_HOME to a place of your own"
      }
    throw KeychainError(
      .notAvailable,
      "\(name), above the keychain's folder \(path), \(writer.words): who writes there can put another "
        + "keychain in place of this one; \(remedy)",
      because: .folderAboveTooOpen)
  }

  /// Throws if another user made the symbolic link and the link is in a sticky folder, because the owner of the link
  /// determines its target. A link in any other folder needs no check, because the folder itself is checked.
  static func requireTrusted(
    _ link: SymbolicLink, _ name: String, in folder: borrowing FileDescriptor, above path: String
  ) throws(KeychainError) {
    guard let folder = folder.status() else {
      throw systemFailure("examine", path, errno, .reading)
    }
    let isSticky = folder.mode & UInt32(S_ISVTX) != 0 && folder.mode & 0o022 != 0
    let isOwn = link.owner == geteuid() || link.owner == 0 || lk_is_unmapped_user(link.owner) == 1
    guard isSticky, !isOwn else { return }
    throw KeychainError(
      .notAvailable,
      "\(name), a symbolic link on the way to the keychain's folder \(path), belongs to user \(link.owner), "
        + "not to user \(geteuid()): its owner can put another keychain in place of this one; set "
        + "LATCHKEY_HOME to a path without that link",
      because: .folderAboveTooOpen)
  }

  /// Checks a folder, and every folder above it up to the root. The folders are found through `..`, because a path with
  /// a symbolic link does not name all folders above the folder.
  static func requireTrustedAncestors(
    _ folder: borrowing FileDescriptor, above path: String
  ) throws(KeychainError) {
    var number = lk_open_passage(folder.number, ".")
    guard number >= 0 else { throw systemFailure("open", path, errno, .reading) }
    var current = FileDescriptor(owning: number)
    while true {
      try requireTrusted(current, name(of: current) ?? path, above: path)
      number = lk_open_passage(current.number, "..")
      // The parent of a folder without search permission cannot be opened. The parent was examined when the path was
      // opened.
      guard number >= 0 else {
        guard errno == EACCES else { throw systemFailure("examine", path, errno, .reading) }
        return
      }
      let next = FileDescriptor(owning: number)
      guard let here = current.status(), let above = next.status(), !here.isSameFile(as: above)
      else {
        return
      }
      current = next
    }
  }

  /// The kernel's path of an open folder, for messages.
  private static func name(of folder: borrowing FileDescriptor) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/fd/\(folder.number)", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
