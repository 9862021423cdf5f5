import CPlatform
import KeychainModel

/// An entry of `pass`.
///
/// As in `pass`, the first line of an entry is the secret. If an entry has several lines but no field, all its lines
/// are the secret. Such a secret is, for example, a key or a list of codes.
struct PassEntry {
  let name: [UInt8]
  let secret: [UInt8]

  /// The lines after the first line, unchanged, without the newline at the end. Empty if all lines are the secret.
  let rest: [UInt8]

  /// Whether all lines of the entry are the secret.
  let isWhole: Bool

  init(name: [UInt8], content: [UInt8]) {
    self.name = name
    isWhole = PassLines(content).areOneSecret
    guard !isWhole else {
      secret = content.last == newline ? Array(content.dropLast()) : content
      rest = []
      return
    }
    let end = content.firstIndex(of: newline)
    var secret = content[..<(end ?? content.endIndex)]
    // A line from another system may end in CR LF.
    if end != nil, secret.last == UInt8(ascii: "\r") { secret.removeLast() }
    self.secret = Array(secret)
    var rest = end.map { content[($0 + 1)...] } ?? []
    if rest.last == newline { rest.removeLast() }
    self.rest = Array(rest)
  }

  /// The item for the entry. docs/moving.md describes the conversion.
  var item: TransferItem {
    let path = text(name[...])
    var entry = PasswordEntry(secret: secret, origin: path)
    entry.address = field(["url", "website"]) ?? ""
    entry.account = field(["login", "username", "user"]) ?? ""
    if entry.address.isEmpty || WebAddress(entry.address) == nil {
      // An address with an unknown scheme stays in the comment, which contains all lines after the first line.
      entry.address = ""
      (entry.title, entry.account) = place(path, entry.account)
    }
    var item = entry.item
    item.attributes[.label] = .string(path)
    if !rest.isEmpty {
      item.attributes[.comment] =
        String(validating: rest, as: UTF8.self).map { .string($0) } ?? .data(rest)
    }
    return item
  }

  /// The service and the account of an entry without a web address. If `account` is not empty, the whole path is the
  /// service. If `account` is empty, the last part of the path is the account, and the other parts are the service.
  private func place(_ path: String, _ account: String) -> (service: String, account: String) {
    guard account.isEmpty, let slash = path.lastIndex(of: "/") else { return (path, account) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// The value of the first line that begins with one of the names and a colon; nil if no line has a value. Lines with
  /// an empty value are skipped.
  private func field(_ names: [String]) -> String? {
    for line in rest.split(separator: newline) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = text(line[..<colon]).lowercased()
      guard names.contains(name) else { continue }
      var value = line[line.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }
      while let last = value.last, last == 0x20 || last == 0x09 || last == 0x0D {
        value.removeLast()
      }
      if !value.isEmpty { return text(value) }
    }
    return nil
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

private let newline = UInt8(ascii: "\n")

/// The lines of an entry of `pass`.
struct PassLines {
  private let first: ArraySlice<UInt8>
  private let further: [ArraySlice<UInt8>]

  init(_ content: [UInt8]) {
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    first = lines[0]
    further = Array(lines.dropFirst())
  }

  /// Whether all lines are one secret. The lines are one secret if at least one line after the first is not blank, and
  /// no line after the first is a field. The lines of a PEM key are one secret despite their headers. If the first line
  /// is a field, the lines are a settings file and also one secret.
  var areOneSecret: Bool {
    guard further.contains(where: { !$0.allSatisfy(Self.isBlank) }) else { return false }
    if first.starts(with: Self.beginningOfPEM) || Self.isField(first) { return true }
    return !further.contains(where: Self.isField)
  }

  private static let beginningOfPEM = Array("-----BEGIN ".utf8)
  private static let seedOfCodes = Array("otpauth://".utf8)
  private static let knownNames = ["url", "website", "login", "username", "user"]

  /// Whether a line is a field. A field is a name, a colon, whitespace and a value, or the address of a one-time
  /// password. The names in `knownNames` need no whitespace after the colon.
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
