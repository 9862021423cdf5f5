import Glibc
import Keychain
import KeychainModel

/// A file that only its owner may read, and that appears under its name only when it is complete.
///
/// Until then it has no name at all, so that a process that is killed leaves nothing behind. Where
/// the file system cannot do that, it has another name beside its place. Nothing is ever written
/// through a symbolic link or into a file that somebody else has open.
struct OutputFile: ~Copyable {
  private let name: Word
  private let folder: OutputFolder
  /// The last part of the path.
  private let entry: [UInt8]
  private let descriptor: Int32
  /// The name that the file has until it is complete, if it needs one.
  private var temporary: [UInt8]?
  private var pending: [UInt8] = []

  private static let capacity = 1 << 16

  /// Begins a file. One that has the name may be replaced, if it is an ordinary file.
  ///
  /// - Parameters:
  ///   - name: The path, which need not be UTF-8.
  ///   - mayBeNameless: False where the file system cannot hold a file without a name.
  init(_ name: Word, mayBeNameless: Bool = true) throws(CommandFailure) {
    let begun: Beginning
    do throws(StreamFailure) {
      begun = try Beginning(name.bytes, mayBeNameless: mayBeNameless)
    } catch {
      throw Self.failure(name, error)
    }
    guard let file = begun.file else {
      throw .failed("\(name.text): only an ordinary file may be replaced")
    }
    self.name = name
    folder = begun.folder
    entry = begun.entry
    descriptor = file.descriptor
    temporary = file.name
  }

  /// The same, outside of the folders of the keychain.
  init(_ name: Word, in session: Session) throws(CommandFailure) {
    let location = try session.keychain().location
    do throws(KeychainError) {
      try location.requireForeign(name.bytes)
    } catch {
      throw .failed("\(name.text): \(error.reason)")
    }
    try self.init(name)
  }

  /// A file just made, in its folder.
  private struct Beginning {
    let folder: OutputFolder
    let entry: [UInt8]
    /// Nil when something has the name that must not be replaced.
    let file: (descriptor: Int32, name: [UInt8]?)?

    init(_ path: [UInt8], mayBeNameless: Bool) throws(StreamFailure) {
      let slash = path.lastIndex(of: UInt8(ascii: "/"))
      entry = Array(path[(slash.map { $0 + 1 } ?? 0)...])
      guard !entry.isEmpty else { throw StreamFailure(error: path.isEmpty ? ENOENT : EISDIR) }
      folder = try OutputFolder(slash.map { Array(path[...$0]) } ?? [UInt8(ascii: ".")])
      guard try folder.mayReplace(entry) else {
        file = nil
        return
      }
      if mayBeNameless, let nameless = folder.makeNamelessFile() {
        file = (nameless, nil)
      } else {
        file = try folder.makeFile(beside: entry)
      }
    }
  }

  deinit {
    close(descriptor)
    if let temporary { folder.remove(temporary) }
  }

  mutating func write(_ bytes: [UInt8]) throws(CommandFailure) {
    pending += bytes
    if pending.count > Self.capacity { try flush() }
  }

  /// Gives the file its name, in place of one that has it.
  mutating func finish() throws(CommandFailure) {
    try flush()
    do throws(StreamFailure) {
      guard fsync(descriptor) == 0 else { throw StreamFailure(error: errno) }
      if temporary == nil, try !folder.link(descriptor, as: entry) {
        // Nothing replaces a file but one that has a name. The name is there for a moment, and
        // tells of a file that is complete.
        temporary = try folder.link(descriptor, beside: entry)
      }
      if let temporary { try folder.rename(temporary, to: entry) }
      temporary = nil
      try folder.synchronize()
    } catch {
      throw Self.failure(name, error)
    }
  }

  private mutating func flush() throws(CommandFailure) {
    // It may hold a secret.
    defer {
      pending.wipe()
      pending.removeAll(keepingCapacity: true)
    }
    do throws(StreamFailure) {
      try writeAll(pending, to: descriptor)
    } catch {
      throw Self.failure(name, error)
    }
  }

  private static func failure(_ name: Word, _ failure: StreamFailure) -> CommandFailure {
    .failed("\(name.text): \(failure.text)")
  }
}
