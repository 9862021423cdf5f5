import CPlatform
import Glibc

/// The files of a store of `pass`.
struct PassStore {
  let path: [UInt8]

  /// Identifies a folder, independent of the path that leads to it.
  private struct DirectoryIdentity: Hashable {
    let device: dev_t
    let number: ino_t
  }

  /// The default store of the user: `PASSWORD_STORE_DIR`, else `~/.password-store`.
  ///
  /// - Throws: A failure when neither is known.
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

  /// The names of the entries, without `.gpg`, in order. Names that begin with a dot are skipped,
  /// as `pass` does.
  ///
  /// - Throws: A failure for a folder that cannot be read.
  func entries() throws(TransferFailure) -> [[UInt8]] {
    var entries: [[UInt8]] = []
    try collect(below: [], within: [], into: &entries)
    return entries.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The path of the file of an entry.
  func file(of entry: [UInt8]) -> [UInt8] { path + slash + entry + Self.suffix }

  private static let suffix = Array(".gpg".utf8)
  private var slash: [UInt8] { [UInt8(ascii: "/")] }

  /// - Parameter ancestors: The folders on the way to this one. A link to one of them is a cycle.
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
