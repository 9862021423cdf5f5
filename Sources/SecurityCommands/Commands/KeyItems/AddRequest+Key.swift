import Keychain
import KeychainModel
import AsymmetricKeys

extension AddRequest {
  /// Adds a key with what it says of itself.
  ///
  /// - Parameter further: Attributes beside those.
  /// - Throws: What reading the key throws.
  init(_ key: KeyMaterial, _ further: AttributeSet) throws(KeychainError) {
    var attributes = try key.itemAttributes()
    for (name, value) in further.entries { attributes[name] = value }
    self.init(.key, attributes: attributes, secret: try key.externalRepresentation())
  }
}

extension KeyMaterial {
  /// The key that an item holds.
  ///
  /// - Parameter item: With its attributes and its secret.
  /// - Throws: `.parameter` when its secret is no such key.
  init(of item: Item) throws(KeychainError) {
    guard case .number(let number)? = item.attributes[.keyClass],
      let keyClass = KeyClass(rawValue: number),
      case .number(let type)? = item.attributes[.type], let secret = item.secret
    else { throw KeychainError(.parameter, "the item says of no key what it is") }
    try self.init(keyClass, typeNumber: type, data: secret)
  }
}
