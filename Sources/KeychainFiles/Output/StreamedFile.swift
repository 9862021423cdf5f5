import Glibc
import KeychainLog
package import KeychainModel

/// A file that is written from its beginning to its end, readable by its owner alone, and that appears
/// under its name only when it is complete.
///
/// Until then it has no name at all, so that a process that is killed leaves nothing behind. Where the
/// file system cannot do that, it has another name beside its place, which whoever is killed leaves there.
/// Nothing is ever written through a symbolic link or into a file that somebody else has open.
package final class StreamedFile {
  private let folder: OutputFolder
  /// The last part of the path.
  private let entry: [UInt8]
  private let handle: FileDescriptor
  /// The name that the file has until it is complete, if it needs one.
  private var temporary: [UInt8]?
  private let replaces: Bool
  private let noun: String

  /// Whether nobody but the owner may read the file. A file system that keeps no rights (FAT) gives every
  /// file those that it was mounted with.
  package let isPrivate: Bool

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Need not be UTF-8.
  ///   - noun: What it is, for messages, which do not repeat the path.
  ///   - replaces: Whether an ordinary file of this name may be replaced.
  ///   - mayBeNameless: False where the file system cannot hold a file without a name.
  ///   - rights: What to ask for. Tests ask for what a file system might give instead.
  /// - Throws: `.notAvailable` when there is one that may not be, or none can be made; `.parameter`
  ///   for what is no name; `.readOnly`, `.inputOutput`.
  package init(
    _ path: [UInt8], noun: StaticString, replaces: Bool, mayBeNameless: Bool = true,
    rights: UInt32 = 0o600
  ) throws(KeychainError) {
    let (folderPath, entry) = OutputFolder.parts(of: path)
    guard !entry.isEmpty, !path.contains(0) else {
      throw KeychainError(.parameter, "that is not the name of a file")
    }
    let folder = try OutputFolder(folderPath, noun: "\(noun)")
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
    // A mask may take rights away from the owner.
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
    _ folder: OutputFolder, _ entry: [UInt8], _ mayBeNameless: Bool
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

  /// Adds bytes at the end.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = uninterrupted { write(handle.number, rest.baseAddress, rest.count) }
      guard count > 0 else {
        throw systemFailure("write", noun, count == 0 ? EIO : errno, .writing).blamingArgument
      }
      done += count
    }
  }

  /// Gives the file its name, once its content is on the disk.
  ///
  /// - Throws: `.notAvailable` when there is a file of this name by now that may not be replaced. What
  ///   was there is there as it was, unless it was replaced and only the folder could not be brought to
  ///   the disk: then this file, complete, is in its place.
  package func finish() throws(KeychainError) {
    let isNew = try KeychainError.blamingArgument { () throws(KeychainError) in
      try handle.synchronize(noun)
      return try giveName()
    }
    temporary = nil
    do throws(KeychainError) {
      try folder.synchronize()
    } catch {
      guard isNew else {
        throw error.saying("it is complete and in its place, but \(error.reason)").blamingArgument
      }
      // A copy that may not last is none.
      if let own = handle.status(), let named = try folder.status(of: entry),
        named.isSameFile(as: own)
      {
        folder.remove(entry)
      }
      throw error.blamingArgument
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
    // Nothing replaces a file but one that has a name. The name is there for a moment, and tells of a
    // file that is complete.
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

  /// A name has 255 bytes at most.
  private static func temporaryName(_ entry: [UInt8]) -> [UInt8] {
    entry.prefix(230) + Array(TemporaryName.make(for: "").utf8)
  }
}
