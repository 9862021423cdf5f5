import Keychain
import KeychainModel
import AsymmetricKeys

extension AddRequest {
  /// Makes a request that adds a key. The attributes of the item come from the key.
  ///
  /// - Parameter further: Attributes that replace or extend the attributes of the key.
  /// - Throws: An error if the key cannot be read.
  init(_ key: KeyMaterial, _ further: AttributeSet) throws(KeychainError) {
    var attributes = try key.itemAttributes()
    for (name, value) in further.entries { attributes[name] = value }
    self.init(.key, attributes: attributes, secret: try key.externalRepresentation())
  }
}

extension KeyMaterial {
  /// Makes the key that an item contains.
  ///
  /// - Parameter item: The item, with its attributes and its secret.
  /// - Throws: `.parameter` if the attributes do not describe a key, or if the secret is not a key with these
  ///   attributes.
  init(of item: Item) throws(KeychainError) {
    guard case .number(let number)? = item.attributes[.keyClass],
      let keyClass = KeyClass(rawValue: number),
      case .number(let type)? = item.attributes[.type], let secret = item.secret
    else { throw KeychainError(.parameter, "the item says of no key what it is") }
    try self.init(keyClass, typeNumber: type, data: secret)
  }
}
