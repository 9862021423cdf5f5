import CPlatform
import KeychainModel

/// An entry of `pass`.
///
/// If one of the further lines is a field, the first line is the secret, as `pass` defines it. An entry of
/// several lines without a field is one secret of several lines, such as a key or a list of codes.
struct PassEntry {
  let name: [UInt8]
  let secret: [UInt8]

  /// The lines after the first one, unchanged, without the newline at the end. Empty when they belong to the
  /// secret.
  let rest: [UInt8]

  /// Whether the secret consists of several lines.
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
    // The line ended in CR LF, as on other systems.
    if end != nil, secret.last == UInt8(ascii: "\r") { secret.removeLast() }
    self.secret = Array(secret)
    var rest = end.map { content[($0 + 1)...] } ?? []
    if rest.last == newline { rest.removeLast() }
    self.rest = Array(rest)
  }

  /// The entry as an item, by the rule of docs/moving.md.
  var item: TransferItem {
    let path = text(name[...])
    var entry = PasswordEntry(secret: secret, origin: path)
    entry.address = field(["url", "website"]) ?? ""
    entry.account = field(["login", "username", "user"]) ?? ""
    if entry.address.isEmpty || WebAddress(entry.address) == nil {
      // The comment keeps the whole text, including an address of an unknown kind.
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

  /// The service and the account from the path. If the text contains an account, the whole path is
  /// the service. Otherwise the last part of the path is the account.
  private func place(_ path: String, _ account: String) -> (service: String, account: String) {
    guard account.isEmpty, let slash = path.lastIndex(of: "/") else { return (path, account) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// The value of the first line that begins with one of these names and a colon.
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
