/// The bytes of `kSecValuePersistentRef`: a class, and an identifier of the item.
///
/// A reference has one of four forms (specification: secitem 7.1):
///
/// - 20 bytes: class and row identifier. Latchkey makes this form for items of the login keychain.
/// - 36 bytes: class, row identifier and the identifier of a keychain. Copies of a keychain contain items with the same
///   row identifier, so the identifier of the keychain is necessary. If no keychain has the identifier, a search looks
///   for the row identifier in all keychains.
/// - 12 bytes: class and 64-bit row number. This form is valid but matches no item.
/// - `tkpr` and further bytes: an object of a token. This form is valid but matches no item.
package enum PersistentReference: Hashable, Sendable {
  case item(ItemClass, RowIdentifier)
  case rowNumber(ItemClass, UInt64)
  case token(ItemClass)

  /// Reads a reference.
  ///
  /// - Throws: `.parameter` if the bytes are not a reference; `.noSuchClass` for `apls`, a class that exists only in
  ///   references.
  package init(_ bytes: [UInt8]) throws(KeychainError) {
    if bytes.starts(with: Self.tokenPrefix) {
      self = .token(try Self.tokenClass(bytes))
      return
    }
    guard [12, 20, 36].contains(bytes.count) else {
      throw KeychainError(
        .parameter, "a persistent reference has 20 or 36 bytes, not \(bytes.count)")
    }
    let prefix = String(decoding: bytes.prefix(4), as: UTF8.self)
    guard prefix != "apls" else {
      throw KeychainError(.noSuchClass, "no item is of the reference's class")
    }
    guard let itemClass = ItemClass(rawValue: prefix) else {
      throw KeychainError(.parameter, "a persistent reference begins with its class")
    }
    if bytes.count == 12 {
      self = .rowNumber(itemClass, bytes.dropFirst(4).reduce(0) { $0 << 8 | UInt64($1) })
    } else if let identifier = RowIdentifier(bytes[4..<20]) {
      self = .item(itemClass, identifier)
    } else {
      throw KeychainError(.parameter, "a persistent reference names no item")
    }
  }

  /// The identifier of the keychain in a reference of 36 bytes; nil for every other reference, which names the login
  /// keychain.
  package static func keychain(_ bytes: [UInt8]) -> RowIdentifier? {
    guard bytes.count == 36, !bytes.starts(with: tokenPrefix) else { return nil }
    return RowIdentifier(bytes[20...])
  }

  package var itemClass: ItemClass {
    switch self {
    case .item(let itemClass, _), .rowNumber(let itemClass, _), .token(let itemClass): itemClass
    }
  }

  /// The bytes of an item's reference: the class (four bytes) and the row identifier (sixteen
  /// bytes).
  package static func bytes(of itemClass: ItemClass, _ identifier: RowIdentifier) -> [UInt8] {
    itemClass.code.bytes + identifier.bytes
  }

  private static let tokenPrefix: [UInt8] = Array("tkpr".utf8)

  /// The class in a reference to an object of a token. After `tkpr`, the reference is a DER sequence of a class string,
  /// a token identifier and data.
  private static func tokenClass(_ bytes: [UInt8]) throws(KeychainError) -> ItemClass {
    do throws(KeychainError) {
      var reader = DERReader(bytes.dropFirst(4))
      var fields = try reader.read(.sequence)
      try reader.end()
      let name = String(decoding: try fields.read(.utf8String).rest, as: UTF8.self)
      _ = try fields.read(.utf8String)
      _ = try fields.read(.octetString)
      try fields.end()
      if let itemClass = ItemClass(rawValue: name) { return itemClass }
    } catch {}
    throw KeychainError(.parameter, "the token reference is malformed")
  }
}
