import CPlatform
import Glibc

/// Finds the files in a store of `pass`.
struct PassStore {
  let path: [UInt8]

  /// Identifies a folder, independent of the path of the folder.
  private struct DirectoryIdentity: Hashable {
    let device: dev_t
    let number: ino_t
  }

  /// The path of the user's default store: the variable `PASSWORD_STORE_DIR`, or `~/.password-store` if the variable is
  /// not set.
  ///
  /// - Throws: A failure if neither `PASSWORD_STORE_DIR` nor `HOME` is set.
  static func standardPath() throws(TransferFailure) -> [UInt8] {
    if let path = environment("PASSWORD_STORE_DIR") { return path }
    guard let home = environment("HOME") else {
      throw TransferFailure("neither PASSWORD_STORE_DIR nor HOME is set")
    }
    return home + Array("/.password-store".utf8)
  }

  private static func environment(_ name: String) -> [UInt8]? {
    guard let value = lk_secure_getenv(name), value.pointee != 0 else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  /// The names of the entries, without `.gpg`, in ascending order. Like `pass`, the function skips names that begin
  /// with a dot.
  ///
  /// - Throws: A failure if a folder cannot be read.
  func entries() throws(TransferFailure) -> [[UInt8]] {
    var entries: [[UInt8]] = []
    try collect(below: [], within: [], into: &entries)
    return entries.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The path of the file of an entry.
  func file(of entry: [UInt8]) -> [UInt8] { path + slash + entry + Self.suffix }

  private static let suffix = Array(".gpg".utf8)
  private var slash: [UInt8] { [UInt8(ascii: "/")] }

  /// Adds the names of the entries in `folder` and its subfolders to `entries`.
  ///
  /// - Parameter ancestors: The folders above `folder`. A symbolic link to an ancestor is a cycle and is skipped.
  private func collect(
    below folder: [UInt8], within ancestors: Set<DirectoryIdentity>, into entries: inout [[UInt8]]
  ) throws(TransferFailure) {
    let full = (folder.isEmpty ? path : path + slash + folder).terminated
    let shown = folder.isEmpty ? "" : "\(String(decoding: folder, as: UTF8.self)): "
    var status = stat()
    guard stat(full, &status) == 0, let stream = opendir(full) else {
      throw TransferFailure("\(shown)\(SystemError.text(errno))")
    }
    defer { closedir(stream) }
    let identity = DirectoryIdentity(device: status.st_dev, number: status.st_ino)
    guard !ancestors.contains(identity) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { [UInt8]($0.prefix { $0 != 0 }) }
      guard name.first != UInt8(ascii: ".") else { continue }
      let relative = folder.isEmpty ? name : folder + slash + name
      let isThere = stat((path + slash + relative).terminated, &status) == 0
      if isThere, status.st_mode & S_IFMT == S_IFDIR {
        try collect(below: relative, within: ancestors.union([identity]), into: &entries)
      } else if name.count > Self.suffix.count, name.suffix(Self.suffix.count) == Self.suffix[...] {
        entries.append(relative.dropLast(Self.suffix.count))
      }
    }
  }
}
