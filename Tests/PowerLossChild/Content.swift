import Glibc

/// The folders and files below a root folder. Paths are relative to the root folder.
struct Content {
  var folders: Set<String> = []
  var files: [String: [UInt8]] = [:]

  init() {}

  /// Reads the content of a folder and of all its subfolders.
  init(of root: String) throws {
    var rest = [""]
    while let folder = rest.popLast() {
      for name in try Self.names("\(root)/\(folder)") {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        var status = stat()
        guard lstat("\(root)/\(path)", &status) == 0 else { throw Failure("\(path) is gone") }
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.insert(path)
          rest.append(path)
        } else {
          files[path] = try Self.read("\(root)/\(path)", Int(status.st_size))
        }
      }
    }
  }

  /// Removes the index files (`-shm`) of write-ahead logs, because their content is shared memory.
  mutating func forgetSharedMemory() {
    for name in files.keys where name.hasSuffix("-shm") { files[name] = nil }
  }

  /// Hashes all paths and the contents of all files.
  func hash(into hasher: inout Hasher) {
    for folder in folders.sorted() { hasher.combine(folder) }
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(path)
      hasher.combine(bytes.count)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Creates a new folder at `root` with this content.
  func write(to root: String) throws {
    try Self.makeFolder(root)
    for folder in folders.sorted() { try Self.makeFolder("\(root)/\(folder)") }
    for (path, bytes) in files {
      let file = open("\(root)/\(path)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Failure("\(path) cannot be made: \(errno)") }
      defer { close(file) }
      guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
        throw Failure("\(path) cannot be written: \(errno)")
      }
    }
  }

  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 else { throw Failure("\(path) cannot be made: \(errno)") }
  }

  private static func read(_ path: String, _ count: Int) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure("\(path) cannot be opened: \(errno)") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    guard Glibc.read(file, &bytes, count) == count else { throw Failure("\(path) is short") }
    return bytes
  }

  static func names(_ folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw Failure("\(folder) cannot be listed") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a folder and everything in it.
  static func remove(_ root: String) {
    for name in (try? names(root)) ?? [] {
      let path = "\(root)/\(name)"
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(root)
  }
}

/// An error that stops the program, or a wrong state of the keychain.
struct Failure: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
