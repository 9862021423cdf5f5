/// The lines of an entry of `pass`: a secret with further data, or one secret.
struct PassLines {
  private let first: ArraySlice<UInt8>
  private let further: [ArraySlice<UInt8>]

  init(_ content: [UInt8]) {
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    first = lines[0]
    further = Array(lines.dropFirst())
  }

  /// Whether the lines are one secret: several lines are not blank, and the further lines have no field. The
  /// headers of a PEM key, and the keys of a settings file, are not fields.
  var areOneSecret: Bool {
    guard further.contains(where: { !$0.allSatisfy(Self.isBlank) }) else { return false }
    if first.starts(with: Self.beginningOfPEM) || Self.isField(first) { return true }
    return !further.contains(where: Self.isField)
  }

  private static let beginningOfPEM = Array("-----BEGIN ".utf8)
  private static let seedOfCodes = Array("otpauth://".utf8)
  private static let knownNames = ["url", "website", "login", "username", "user"]

  /// Whether a line is a field: a name, a colon and a value after white space, or the address of a one-time
  /// password. The names with a special meaning need no white space.
  private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: seedOfCodes) { return true }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let initial = line.first,
      isLetter(initial)
    else { return false }
    let name = line[..<colon]
    guard name.count <= 32, name.allSatisfy(isPartOfName) else { return false }
    let value = line[(colon + 1)...]
    return value.first.map(isBlank) ?? true
      || knownNames.contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || [0x20, 0x2D, 0x5F].contains(byte)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }
}
