/// Reads a map of texts as Qt writes it (`QMap<QString, QString>` in a `QDataStream`): the number of the entries, then the
/// key and the value of each entry. A text is the number of its bytes, then its characters in UTF-16. All numbers are
/// big-endian. A text with the number 0xFFFFFFFF has no bytes.
enum QtMap {
  /// Returns the entries in order. Returns nil if the bytes are no such map.
  static func read(_ bytes: [UInt8]) -> [(key: String, value: String)]? {
    var rest = bytes[...]
    guard let count = number(&rest), count <= bytes.count / 8 else { return nil }
    var entries: [(key: String, value: String)] = []
    for _ in 0..<count {
      guard let key = text(&rest), let value = text(&rest) else { return nil }
      entries.append((key, value))
    }
    return rest.isEmpty ? entries : nil
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= 4 else { return nil }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let count = number(&rest) else { return nil }
    guard count != 0xFFFF_FFFF else { return "" }
    guard count.isMultiple(of: 2), rest.count >= count else { return nil }
    let bytes = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    let units = stride(from: 0, to: count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    return String(validating: units, as: UTF16.self)
  }
}
