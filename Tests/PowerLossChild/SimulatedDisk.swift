import Glibc
import TortureScript

/// A simulated disk. It has the files as programs see them, and the durable part of the files.
///
/// The disk guarantees only what POSIX guarantees, which is less than any real file system guarantees:
///
/// * Synchronizing a file makes its content durable. Of the later writes and size changes of the file, any
///   combination may be durable. Of a single write, any sectors of 512 bytes may be durable.
/// * Synchronizing a folder makes the names in it durable: created, renamed and removed names. Of the later name
///   changes in one folder, the first few may be durable, in their order. The folders are independent of each
///   other. Synchronizing a file does not make its name durable.
/// * A durable change is never lost.
struct SimulatedDisk {
  /// The unsynchronized changes that a power failure loses.
  enum Loss: Hashable {
    case nothing
    case everything
    /// All unsynchronized changes of contents are lost. All changes of names are kept.
    case contents
    /// All unsynchronized changes of names are lost. All changes of contents are kept.
    case names
    /// A pseudorandom selection of the unsynchronized changes is lost.
    case some(seed: Int)
  }

  private static let sectorByteCount = 512

  private enum Change {
    case write(offset: Int, [UInt8])
    case size(Int)
  }

  private struct File {
    var content: [UInt8] = []
    /// The changes since the last synchronization of the file.
    var pending: [Change] = []

    mutating func synchronize() {
      for change in pending { Self.apply(change, to: &content) { _ in true } }
      pending = []
    }

    /// Applies a change to the content of a file.
    ///
    /// - Parameter isKept: Returns whether the sector with the given number is durable. A write changes only durable
    ///   sectors.
    static func apply(
      _ change: Change, to content: inout [UInt8], isKept: (Int) -> Bool
    ) {
      switch change {
      case .size(let count):
        if count < content.count {
          content.removeLast(content.count - count)
        } else {
          content += [UInt8](repeating: 0, count: count - content.count)
        }
      case .write(let offset, let bytes):
        var begin = offset
        while begin < offset + bytes.count {
          let sector = begin / sectorByteCount
          let end = min(offset + bytes.count, (sector + 1) * sectorByteCount)
          defer { begin = end }
          guard isKept(sector) else { continue }
          if end > content.count { apply(.size(end), to: &content) { _ in true } }
          content.withUnsafeMutableBytes { to in
            bytes.withUnsafeBytes { from in
              UnsafeMutableRawBufferPointer(rebasing: to[begin..<end]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: from[(begin - offset)..<(end - offset)]))
            }
          }
        }
      }
    }
  }

  private enum Entry: Hashable {
    case file(Int)
    case folder
  }

  private enum NameChange {
    case make(String, Entry)
    case rename(from: String, to: String)
    case remove(String)

    func apply(to names: inout [String: Entry]) {
      switch self {
      case .make(let path, let entry): names[path] = entry
      case .rename(let from, let to): names[to] = names.removeValue(forKey: from)
      case .remove(let path): names[path] = nil
      }
    }
  }

  private var files: [File] = []
  /// Maps inode numbers to indices of `files`. A new file may have the inode number of a deleted file, whose content
  /// may still be on the disk.
  private var places: [RecordedCall.FileNumber: Int] = [:]
  private var names: [String: Entry] = [:]
  private var namesOnDisk: [String: Entry] = [:]
  /// The changes of names since the last synchronization of each folder, in their order.
  private var pendingNames: [String: [NameChange]] = [:]
  private let root: String

  /// Creates a disk on which the content of the folder at `root` is durable.
  init(_ root: String) throws {
    self.root = root
    let content = try Content(of: root)
    for folder in content.folders { names["\(root)/\(folder)"] = .folder }
    for (path, bytes) in content.files {
      var status = stat()
      guard lstat("\(root)/\(path)", &status) == 0 else { throw Failure("\(path) is gone") }
      names["\(root)/\(path)"] = .file(files.count)
      places[UInt64(status.st_ino)] = files.count
      files.append(File(content: bytes))
    }
    namesOnDisk = names
  }

  /// Whether all changes are durable.
  var isSynchronized: Bool {
    pendingNames.values.allSatisfy(\.isEmpty) && files.allSatisfy(\.pending.isEmpty)
  }

  mutating func perform(_ call: RecordedCall) {
    switch call {
    case .write(let file, let offset, let bytes):
      change(file) { $0.pending.append(.write(offset: offset, bytes)) }
    case .size(let file, let count): change(file) { $0.pending.append(.size(count)) }
    case .make(let file):
      places[file] = files.count
      files.append(File())
    case .link(let file, let path):
      if let place = places[file] { change(.make(path, .file(place)), in: path) }
    case .makeFolder(let path): change(.make(path, .folder), in: path)
    case .rename(let from, let to): change(.rename(from: from, to: to), in: to)
    case .unlink(let path): change(.remove(path), in: path)
    case .synchronize(let file): change(file) { $0.synchronize() }
    case .synchronizeEverything:
      for place in files.indices { files[place].synchronize() }
      for folder in pendingNames.keys { synchronize(folder) }
    case .synchronizeFolder(let path): synchronize(path)
    case .mark: break
    }
  }

  private mutating func change(_ file: RecordedCall.FileNumber, _ body: (inout File) -> Void) {
    if let place = places[file] { body(&files[place]) }
  }

  private mutating func change(_ change: NameChange, in path: String) {
    change.apply(to: &names)
    pendingNames[Self.folder(of: path), default: []].append(change)
  }

  private mutating func synchronize(_ folder: String) {
    for change in pendingNames[folder] ?? [] { change.apply(to: &namesOnDisk) }
    pendingNames[folder] = []
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  // MARK: State after a power failure

  /// The files as programs see them.
  var present: Content { content(names) { _, _ in true } }

  /// The files that programs see after a power failure with this loss.
  func after(_ loss: Loss) -> Content {
    switch loss {
    case .nothing: return present
    case .everything: return content(namesOnDisk) { _, _ in false }
    case .contents: return content(names) { _, _ in false }
    case .names: return content(namesOnDisk) { _, _ in true }
    case .some(let seed):
      var generator = SmallGenerator(seed: seed)
      var names = namesOnDisk
      for folder in pendingNames.keys.sorted() {
        let changes = pendingNames[folder] ?? []
        let kept = Int.random(in: 0...changes.count, using: &generator)
        for change in changes.prefix(kept) { change.apply(to: &names) }
      }
      let manner = Int.random(in: 0..<5, using: &generator)
      // `coin` returns the random number that decides whether a change, or a sector of a change, is durable. The number
      // is always the same for the same change and sector.
      let salt = Int(truncatingIfNeeded: generator.next())
      func coin(_ change: Int, _ sector: Int) -> UInt64 {
        var coin = SmallGenerator(seed: salt &+ change &* 1_000_003 &+ sector &* 7919)
        return coin.next()
      }
      return content(names) { change, sector in
        switch manner {
        case 0: coin(change, 0) % 2 == 0
        case 1: coin(change, sector) % 2 == 0
        case 2: coin(change, sector) % 8 != 0
        case 3: coin(change, sector) % 8 == 0
        default: coin(change, 0) % 8 != 0
        }
      }
    }
  }

  private func content(
    _ names: [String: Entry], isKept: (_ change: Int, _ sector: Int) -> Bool
  ) -> Content {
    var result = Content()
    var number = 0
    for (path, entry) in names.sorted(by: { $0.key < $1.key }) where path.hasPrefix(root + "/") {
      // If a folder is lost, the files in it are lost, too.
      let folder = Self.folder(of: path)
      guard folder == root || names[folder] == .folder else { continue }
      let name = String(path.dropFirst(root.utf8.count + 1))
      guard case .file(let place) = entry else {
        result.folders.insert(name)
        continue
      }
      var bytes = files[place].content
      for change in files[place].pending {
        number += 1
        if case .size = change, !isKept(number, -1) { continue }
        File.apply(change, to: &bytes) { isKept(number, $0) }
      }
      result.files[name] = bytes
    }
    return result
  }
}
