/// The names of temporary files, which get their final name later. An example is `keybag.tmp-` followed by 16
/// hexadecimal digits.
enum TemporaryName {
  private static let mark: [UInt8] = Array(".tmp-".utf8)
  private static let digitCount = 16

  /// A random name. Other users cannot predict the name, so they cannot create a file with this name first.
  static func make(for name: String) -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let zeros = String(repeating: "0", count: digitCount - digits.utf8.count)
    return "\(name).tmp-\(zeros)\(digits)"
  }

  /// Whether `make(for:)` could have made this name for a file.
  static func matches(_ name: String, for file: String) -> Bool {
    let bytes = Array(name.utf8)
    return matches(name) && bytes.starts(with: file.utf8)
      && bytes.count == file.utf8.count + mark.count + digitCount
  }

  /// The suffixes that SQLite appends to the name of a database for the other files of the database.
  private static let databaseSuffixes = ["-wal", "-shm", "-journal"]

  /// Whether `make(for:)` could have made the name. The function ignores a suffix in `databaseSuffixes`.
  static func matches(_ name: String) -> Bool {
    let suffix = databaseSuffixes.first { name.hasSuffix($0) } ?? ""
    let bytes = Array(name.utf8.dropLast(suffix.utf8.count))
    guard bytes.count > mark.count + digitCount else { return false }
    let digits = bytes.suffix(digitCount)
    return bytes.dropLast(digitCount).suffix(mark.count).elementsEqual(mark)
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
