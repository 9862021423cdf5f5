import Glibc
import TestSupport

/// Files and names as the system shows them, and what of them is on the disk: what has been waited for.
///
/// POSIX promises no more than that: neither that a file is found that was synchronized, as long as its folder
/// was not, nor that what is found by its new name has any content. Some file systems promise more.
struct SimulatedDisk {
  /// What a power failure takes away of what was not waited for.
  enum Loss: CaseIterable {
    /// All of it.
    case everything
    /// The contents, not the names.
    case contents
    /// The names, not the contents.
    case names
    /// Every other write.
    case everyOtherWrite
  }

  private struct File {
    var content: [UInt8] = []
    /// What was not waited for.
    var pending: [Change] = []

    mutating func synchronize() {
      for change in pending { change.apply(to: &content) }
      pending = []
    }
  }

  private enum Change {
    case write(offset: Int, [UInt8])
    case size(Int)

    func apply(to content: inout [UInt8]) {
      switch self {
      case .size(let count):
        content = content.prefix(count) + Array(repeating: 0, count: max(0, count - content.count))
      case .write(let offset, let bytes):
        Change.size(max(content.count, offset + bytes.count)).apply(to: &content)
        content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      }
    }
  }

  private typealias Names = [String: Int]

  private var files: [File] = []
  /// The numbers of inodes are used again when files are gone for those who look, but not on the disk.
  private var places: [RecordedCall.FileNumber: Int] = [:]
  private var names: Names = [:]
  private var namesOnDisk: Names = [:]
  private let root: String

  /// What lies in a folder, all of it on the disk.
  init(_ folder: TemporaryDirectory) throws {
    root = folder.path
    for (name, content) in try FaultedStore.read(folder) {
      var status = stat()
      guard lstat(folder(name), &status) == 0 else {
        throw Child.Failure(reason: "\(name) is gone")
      }
      names[folder(name)] = files.count
      places[UInt64(status.st_ino)] = files.count
      files.append(File(content: content))
    }
    namesOnDisk = names
  }

  mutating func perform(_ call: RecordedCall) {
    switch call {
    case .write(let file, let offset, let bytes):
      change(file) { $0.pending.append(.write(offset: offset, bytes)) }
    case .size(let file, let count): change(file) { $0.pending.append(.size(count)) }
    case .make(let file):
      places[file] = files.count
      files.append(File())
    case .link(let file, let path): names[path] = places[file]
    case .rename(let from, let to): names[to] = names.removeValue(forKey: from)
    case .unlink(let path): names[path] = nil
    case .synchronize(let file): change(file) { $0.synchronize() }
    case .synchronizeEverything:
      for place in files.indices { files[place].synchronize() }
      namesOnDisk = names
    case .synchronizeFolder(let path):
      func isInside(_ name: String) -> Bool {
        name.hasPrefix(path + "/") && !name.dropFirst(path.count + 1).contains("/")
      }
      namesOnDisk = namesOnDisk.filter { !isInside($0.key) }
      namesOnDisk.merge(names.filter { isInside($0.key) }) { $1 }
    }
  }

  private mutating func change(_ file: RecordedCall.FileNumber, _ body: (inout File) -> Void) {
    if let place = places[file] { body(&files[place]) }
  }

  /// The files as a process sees them, by their names below the folder.
  var present: [String: [UInt8]] { contents(names) { _ in true } }

  /// The files that are found when the machine has started again.
  func after(_ loss: Loss) -> [String: [UInt8]] {
    switch loss {
    case .everything: contents(namesOnDisk) { _ in false }
    case .contents: contents(names) { _ in false }
    case .names: contents(namesOnDisk) { _ in true }
    case .everyOtherWrite: contents(names) { $0 % 2 == 0 }
    }
  }

  private func contents(
    _ names: Names, isWritten: (Int) -> Bool
  ) -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for (path, place) in names where path.hasPrefix(root + "/") {
      let file = files[place]
      var content = file.content
      for (index, change) in file.pending.enumerated() where isWritten(index) {
        change.apply(to: &content)
      }
      result[String(path.dropFirst(root.count + 1))] = content
    }
    return result
  }
}
