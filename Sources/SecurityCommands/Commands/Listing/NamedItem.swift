import Keychain
import KeychainModel
import PasswordTransfer

/// An item, with properties for its names.
struct NamedItem {
  let item: Item

  init(_ item: Item) { self.item = item }

  /// The service or the server; the label if the item has no service and no server.
  var name: [UInt8] {
    let place = bytes(item.itemClass == .internetPassword ? .server : .service)
    return place.isEmpty ? bytes(.label) : place
  }

  var account: [UInt8] { bytes(.account) }
  var label: [UInt8] { bytes(.label) }

  /// Returns the bytes of an attribute. Returns no bytes if the item does not have the attribute, or if the value is a
  /// number or a date.
  func bytes(_ name: AttributeName) -> [UInt8] {
    switch item.attributes[name] {
    case .string(let text): Array(text.utf8)
    case .data(let bytes): bytes
    case .number, .date, nil: []
    }
  }

  /// The attributes by which a user recognizes an item, in the order in which they are searched and printed.
  static let nameAttributes: [(key: String, attribute: AttributeName)] = [
    ("service", .service), ("server", .server), ("account", .account), ("label", .label),
    ("protocol", .protocolName), ("path", .path), ("securityDomain", .securityDomain),
  ]

  /// Returns whether an attribute in `nameAttributes` contains `part`.
  func contains(_ part: NamePattern) -> Bool {
    Self.nameAttributes.contains { _, attribute in
      part.isContained(in: String(decoding: bytes(attribute), as: UTF8.self))
    }
  }

  /// Returns whether a pattern matches the name or the label.
  func matches(_ pattern: GlobPattern) -> Bool {
    [name, label].contains { pattern.matches(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns whether `one` precedes `other` in a list. A list is ordered by name, then by account, then by label.
  static func isBefore(_ one: NamedItem, _ other: NamedItem) -> Bool {
    let keys = [(one.name, other.name), (one.account, other.account), (one.label, other.label)]
    guard let (left, right) = keys.first(where: { $0 != $1 }) else { return false }
    return left.lexicographicallyPrecedes(right)
  }

  /// The line for the item in a list: class, name, account and label, separated by tabs.
  var line: String {
    ([item.itemClass.rawValue] + [name, account, label].map(EscapedName.text))
      .joined(separator: "\t")
  }

  /// The item as a JSON object.
  var json: [UInt8] {
    var text = Array("{\"class\":\"\(item.itemClass.rawValue)\"".utf8)
    let names = Self.nameAttributes + [("accessGroup", AttributeName.accessGroup)]
    for (key, attribute) in names where !bytes(attribute).isEmpty {
      text += ",\"\(key)\":".utf8
      Self.append(bytes(attribute), to: &text)
    }
    if case .number(let port)? = item.attributes[.port], port != 0 {
      text += ",\"port\":\(port)".utf8
    }
    return text + "}".utf8
  }

  private static func append(_ bytes: [UInt8], to json: inout [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      json += "{\"base64\":\"".utf8
      json += Base64.encode(bytes)
      json += "\"}".utf8
      return
    }
    var string: [UInt8] = []
    JSONText.append(text.utf8, to: &string)
    // JSON allows some characters that control a terminal, so these characters are escaped.
    for scalar in String(decoding: string, as: UTF8.self).unicodeScalars {
      if TerminalSafeText.isControl(scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          json += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
        }
      } else {
        json += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
