import CPlatform
import Glibc
package import KeychainModel

/// A file that is written from its beginning to its end, readable by its owner alone, and that appears
/// under its name only when it is complete.
///
/// It is written under another name beside its place and renamed: nothing is ever written through a
/// symbolic link or into a file that somebody else has open. It is removed when it is let go unfinished.
package final class StreamedFile {
  private let path: [UInt8]
  private let temporaryPath: [UInt8]
  private let handle: FileDescriptor
  private let replaces: Bool
  private let noun: String
  private var isComplete = false

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Need not be UTF-8.
  ///   - noun: What it is, for messages, which do not repeat the path.
  ///   - replaces: Whether an ordinary file of this name may be replaced.
  /// - Throws: `.notAvailable` when there is one that may not be, or none can be made; `.parameter`
  ///   for what is no name; `.readOnly`, `.inputOutput`.
  package init(_ path: [UInt8], noun: StaticString, replaces: Bool) throws(KeychainError) {
    self.path = path
    self.replaces = replaces
    self.noun = "\(noun)"
    guard !path.isEmpty, path.last != UInt8(ascii: "/"), !path.contains(0) else {
      throw KeychainError(.parameter, "that is not the name of a file")
    }
    let temporaryPath = path + Array(TemporaryName.make(for: "").utf8)
    self.temporaryPath = temporaryPath
    var status = stat()
    if lstat(Self.terminated(path), &status) == 0 {
      guard replaces else { throw Self.taken }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw KeychainError(.notAvailable, "only an ordinary file may be replaced")
      }
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let number = uninterrupted { open(Self.terminated(temporaryPath), flags, 0o600) }
    guard number >= 0 else { throw systemFailure("create", "\(noun)", errno, .writing) }
    handle = FileDescriptor(owning: number)
    // A mask may take rights away from the owner.
    guard fchmod(number, 0o600) == 0 else {
      throw systemFailure("set the mode of", "\(noun)", errno, .writing)
    }
  }

  deinit {
    if !isComplete { unlink(Self.terminated(temporaryPath)) }
  }

  /// Adds bytes at the end.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = uninterrupted { write(handle.number, rest.baseAddress, rest.count) }
      guard count > 0 else {
        throw systemFailure("write", noun, count == 0 ? EIO : errno, .writing)
      }
      done += count
    }
  }

  /// Gives the file its name, once its content is on the disk.
  ///
  /// - Throws: `.notAvailable` when there is a file of this name by now that may not be replaced.
  package func finish() throws(KeychainError) {
    try handle.synchronize(noun)
    let (old, new) = (Self.terminated(temporaryPath), Self.terminated(path))
    if replaces {
      guard rename(old, new) == 0 else {
        throw systemFailure("rename", noun, errno, .writing)
      }
    } else if lk_rename_noreplace(AT_FDCWD, old, new) != 0 {
      switch errno {
      case EEXIST: throw Self.taken
      case EINVAL, ENOSYS:
        guard link(old, new) == 0 else {
          if errno == EEXIST { throw Self.taken }
          throw systemFailure("rename", noun, errno, .writing)
        }
        unlink(old)
      default: throw systemFailure("rename", noun, errno, .writing)
      }
    }
    isComplete = true
    try synchronizeFolder()
  }

  private func synchronizeFolder() throws(KeychainError) {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { Array(path[...$0]) } ?? [UInt8(ascii: ".")]
    let number = uninterrupted { open(Self.terminated(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    // A folder that may be written and not read: the file is complete, which is what counts.
    guard number >= 0 else { return }
    try FileDescriptor(owning: number).synchronize(noun)
  }

  private static var taken: KeychainError {
    KeychainError(.notAvailable, "there is a file of this name already; it was not replaced")
  }

  private static func terminated(_ path: [UInt8]) -> [CChar] {
    path.map(CChar.init(bitPattern:)) + [0]
  }
}
