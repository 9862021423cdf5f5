public import Glibc

/// A directory with mode 0700 for one test. The directory and its content are removed when this object is
/// deinitialized.
public final class TemporaryDirectory: Sendable {
  /// The absolute path of the directory.
  public let path: String

  /// Creates a directory with a unique name.
  ///
  /// - Parameter folder: The parent directory.
  public init(in folder: String = "/tmp") throws {
    var template = Array("\(folder)/latchkey-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure(error: errno) }
    path = String(cString: made)
  }

  deinit { for path in [path, Self.companion(of: path)] { Self.remove(Array(path.utf8CString)) } }

  /// The path of a folder beside a directory, for the files of a process that serves the test. The folder is removed with
  /// the directory. This object does not create the folder.
  package static func companion(of path: String) -> String { path + ".served" }

  /// Returns the path of an entry of the directory.
  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file of the directory without any checks, as another program could.
  public func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws {
    try Self.writeFile(bytes, to: self(name), mode: mode)
  }

  /// Writes a file without any checks, as another program could.
  public static func writeFile(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw Failure(error: errno) }
    defer { close(file) }
    guard fchmod(file, mode) == 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw Failure(error: errno)
    }
  }

  /// Reads a file of the directory without any checks.
  public func read(_ name: String) throws -> [UInt8] { try Self.readFile(self(name)) }

  /// Reads a file to its end. The reported size of the file may be zero, as for files in /proc.
  public static func readFile(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Failure(error: errno) }
    defer { close(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count >= 0 else { throw Failure(error: errno) }
      if count == 0 { return result }
      result += buffer.prefix(count)
    }
  }

  /// Returns the names of the directory's entries, sorted.
  public func names() -> [String] { Self.names(path).sorted() }

  /// A failed system call.
  public struct Failure: Error { let error: Int32 }

  /// Returns the names of the entries of any directory, in no particular order.
  public static func names(_ path: String) -> [String] {
    entries(Array(path.utf8CString)).map {
      String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// Returns the names as C strings, because a name need not be UTF-8.
  private static func entries(_ path: [CChar]) -> [[CChar]] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
      }
      if name != [dot, 0], name != [dot, dot, 0] { names.append(name) }
    }
    return names
  }

  private static let dot = CChar(bitPattern: UInt8(ascii: "."))
  private static let slash = CChar(bitPattern: UInt8(ascii: "/"))

  private static func remove(_ path: [CChar]) {
    if unlink(path) == 0 { return }
    chmod(path, 0o700)
    for name in entries(path) { remove(path.dropLast() + [slash] + name) }
    rmdir(path)
  }
}
