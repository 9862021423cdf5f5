import KeychainModel

/// The object at a path.
enum ObjectPath: Equatable {
  case service
  case collection(String)
  case item(String, RowIdentifier)
  /// A collection by its alias. It is a full object, with the items of the collection below it.
  case alias(String)
  case aliasedItem(String, RowIdentifier)
  case session(String)
  case prompt(String)
  case portal
  /// A path above the objects, which only has children.
  case above
  /// A path without an object.
  case missing

  static let servicePath = "/org/freedesktop/secrets"
  static let portalPath = "/org/freedesktop/portal/desktop"
  /// The path that stands for no object.
  static let none = "/"

  init(_ path: String) {
    if path == Self.servicePath {
      self = .service
      return
    }
    if path == Self.portalPath {
      self = .portal
      return
    }
    guard path.hasPrefix(Self.servicePath + "/") else {
      let isAbove =
        path == "/" || (Self.servicePath + "/").hasPrefix(path + "/") || (Self.portalPath + "/").hasPrefix(path + "/")
      self = isAbove ? .above : .missing
      return
    }
    let parts = path.utf8.dropFirst(Self.servicePath.utf8.count + 1)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    switch (parts.first ?? "", parts.count) {
    case ("collection", 1), ("aliases", 1), ("session", 1), ("prompt", 1): self = .above
    case ("collection", 2): self = .collection(parts[1])
    case ("aliases", 2): self = .alias(parts[1])
    case ("session", 2): self = .session(parts[1])
    case ("prompt", 2): self = .prompt(parts[1])
    case ("collection", 3): self = Self.identifier(parts[2]).map { .item(parts[1], $0) } ?? .missing
    case ("aliases", 3): self = Self.identifier(parts[2]).map { .aliasedItem(parts[1], $0) } ?? .missing
    default: self = .missing
    }
  }

  /// Only the spelling that `path(ofItem:)` makes names an item, so that an item has one path.
  private static func identifier(_ text: String) -> RowIdentifier? {
    guard text.utf8.count == 2 * RowIdentifier.byteCount, let bytes = HexadecimalText.bytes(text.utf8),
      HexadecimalText.lowercase(bytes).elementsEqual(text.utf8)
    else { return nil }
    return RowIdentifier(bytes)
  }

  /// The identifier of an item; nil for an object of another kind.
  var item: RowIdentifier? {
    switch self {
    case .item(_, let identifier), .aliasedItem(_, let identifier): identifier
    default: nil
    }
  }

  static func path(ofCollection name: String) -> String { "\(servicePath)/collection/\(name)" }

  /// - Parameter collectionPath: The path of the collection.
  static func path(ofItem identifier: RowIdentifier, in collectionPath: String) -> String {
    "\(collectionPath)/\(identifier.description)"
  }

  static func path(ofSession name: String) -> String { "\(servicePath)/session/\(name)" }

  static func path(ofPrompt name: String) -> String { "\(servicePath)/prompt/\(name)" }

  /// Makes an element of a path. Different bytes make different elements: a byte that is not an ASCII letter or digit
  /// becomes `_` and two hexadecimal digits.
  static func element(_ bytes: some Collection<UInt8>) -> String {
    var element: [UInt8] = []
    for byte in bytes {
      if isPlain(byte) {
        element.append(byte)
      } else {
        element.append(UInt8(ascii: "_"))
        element += HexadecimalText.lowercase([byte])
      }
    }
    return element.isEmpty ? "_" : String(decoding: element, as: UTF8.self)
  }

  /// Whether a text is an element of a path as it is.
  static func isElement(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
