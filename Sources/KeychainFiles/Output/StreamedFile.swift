import Glibc
import KeychainLog
package import KeychainModel

/// A file that is written from beginning to end. Only the owner can read the file. The file gets its name only when it
/// is complete.
///
/// An incomplete file has no name, so a killed process leaves nothing behind. If the file system does not support files
/// without a name, the file has a temporary name in the same folder, and a killed process leaves the file there.
/// Nothing is ever written through a symbolic link, or into a file that another process has open.
package final class StreamedFile {
  private let folder: OutputDirectory
  /// The last component of the path.
  private let entry: [UInt8]
  private let handle: FileDescriptor
  /// The temporary name of the incomplete file; nil when the file has no name.
  private var temporary: [UInt8]?
  private let replaces: Bool
  private let noun: String

  /// Whether only the owner may read the file. A file system that stores no permissions (FAT) gives every
  /// file the permissions of the mount.
  package let isPrivate: Bool

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The path, which need not be UTF-8.
  ///   - noun: The kind of file, for messages. The messages do not contain the path.
  ///   - replaces: Whether a regular file of this name may be replaced.
  ///   - mayBeNameless: Whether to create the file without a name until the file is complete. Tests pass false for a
  ///     file system that cannot create such files.
  ///   - rights: The permissions to request. Tests pass other permissions to imitate a file system that ignores the
  ///     request.
  /// - Throws: `.notAvailable` when an existing file must not be replaced, or the file cannot be created. `.parameter`
  ///   for an invalid name. `.readOnly`, `.inputOutput`.
  package init(
    _ path: [UInt8], noun: StaticString, replaces: Bool, mayBeNameless: Bool = true,
    rights: UInt32 = 0o600
  ) throws(KeychainError) {
    let (folderPath, entry) = OutputDirectory.parts(of: path)
    guard !entry.isEmpty, !path.contains(0) else {
      throw KeychainError(.parameter, "that is not the name of a file")
    }
    let folder = try OutputDirectory(folderPath, noun: "\(noun)")
    if let there = try folder.status(of: entry) {
      guard replaces else { throw Self.taken }
      guard there.isRegularFile else {
        throw KeychainError(
          .notAvailable, "only an ordinary file may be replaced", because: .wrongFileKind)
      }
    }
    let begun = try Self.begin(folder, entry, mayBeNameless)
    self.folder = folder
    self.entry = entry
    self.replaces = replaces
    self.noun = "\(noun)"
    temporary = begun.name
    // The process's umask may remove permissions of the owner.
    let isSet = fchmod(begun.handle.number, mode_t(rights)) == 0
    let failure = errno
    isPrivate = begun.handle.status().map { $0.mode & 0o077 == 0 } ?? false
    handle = begun.handle
    guard isSet else { throw systemFailure("set the mode of", self.noun, failure, .writing) }
    if !isPrivate {
      Log.notice("\(noun) is open to others: its file system keeps no rights of files")
    }
  }

  private struct Beginning: ~Copyable {
    let handle: FileDescriptor
    let name: [UInt8]?
  }

  private static func begin(
    _ folder: OutputDirectory, _ entry: [UInt8], _ mayBeNameless: Bool
  ) throws(KeychainError) -> Beginning {
    if mayBeNameless, let handle = folder.makeNamelessFile() {
      return Beginning(handle: handle, name: nil)
    }
    while true {
      let name = temporaryName(entry)
      if let handle = try folder.makeFile(name) { return Beginning(handle: handle, name: name) }
    }
  }

  deinit {
    if let temporary { folder.remove(temporary) }
  }

  /// Appends bytes.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = uninterrupted { write(handle.number, rest.baseAddress, rest.count) }
      guard count > 0 else {
        throw systemFailure("write", noun, count == 0 ? EIO : errno, .writing).attributedToArgument
      }
      done += count
    }
  }

  /// Gives the file its name after its content is durable.
  ///
  /// - Throws: `.notAvailable` when the name exists now and its file must not be replaced. After an error, an existing
  ///   file is unchanged, with one exception: when the existing file was replaced and only synchronising the folder
  ///   failed, the new file is complete and in its place.
  package func finish() throws(KeychainError) {
    let isNew = try KeychainError.attributedToArgument { () throws(KeychainError) in
      try handle.synchronize(noun)
      return try giveName()
    }
    temporary = nil
    do throws(KeychainError) {
      try folder.synchronize()
    } catch {
      guard isNew else {
        throw error.withReason("it is complete and in its place, but \(error.reason)").attributedToArgument
      }
      // A new file that is not durable is removed.
      if let own = handle.status(), let named = try folder.status(of: entry),
        named.isSameFile(as: own)
      {
        folder.remove(entry)
      }
      throw error.attributedToArgument
    }
  }

  /// - Returns: Whether the name was free.
  private func giveName() throws(KeychainError) -> Bool {
    if let temporary {
      if try folder.renameWithoutReplacing(temporary, to: entry) { return true }
      guard replaces else { throw Self.taken }
      try folder.rename(temporary, to: entry)
      return false
    }
    if try folder.link(handle, as: entry) { return true }
    guard replaces else { throw Self.taken }
    // Only a file with a name can replace another file. So the complete file gets a temporary name first, and is
    // renamed at once.
    while temporary == nil {
      let name = Self.temporaryName(entry)
      if try folder.link(handle, as: name) {
        temporary = name
        try folder.rename(name, to: entry)
      }
    }
    return false
  }

  private static var taken: KeychainError {
    KeychainError(
      .notAvailable, "there is a file of this name already; it was not replaced",
      because: .fileInTheWay)
  }

  /// A temporary name of at most 255 bytes.
  private static func temporaryName(_ entry: [UInt8]) -> [UInt8] {
    entry.prefix(230) + Array(TemporaryName.make(for: "").utf8)
  }
}
