/// The names of files that are not yet what they will be: `keybag.tmp-` and 16 hexadecimal digits.
enum TemporaryName {
  private static let mark: [UInt8] = Array(".tmp-".utf8)
  private static let digitCount = 16

  /// A name that nobody can foresee, so that nobody can put a file there first.
  static func make(for name: String) -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let zeros = String(repeating: "0", count: digitCount - digits.utf8.count)
    return "\(name).tmp-\(zeros)\(digits)"
  }

  /// Whether `make(for:)` could have made this name.
  static func matches(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count > mark.count + digitCount else { return false }
    let digits = bytes.suffix(digitCount)
    return bytes.dropLast(digitCount).suffix(mark.count).elementsEqual(mark)
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
