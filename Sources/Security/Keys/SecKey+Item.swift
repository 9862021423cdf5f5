import Keychain
import KeychainModel
import AsymmetricKeys

extension SecKey {
  /// Makes the key that an item holds, from its class, type and data. Returns nil if the data are not such a key.
  ///
  /// - Parameter item: The item, with its attributes and its secret.
  convenience init?(of item: Item) {
    guard let keyClass = Self.number(item.attributes[.keyClass]).flatMap(KeyClass.init(rawValue:)),
      let type = Self.number(item.attributes[.type]), let data = item.secret,
      let material = try? KeyMaterial(keyClass, typeNumber: type, data: data)
    else { return nil }
    self.init(material)
  }

  /// The attribute stores a type number as text if it is larger than the numbers that the attribute accepts (secitem
  /// 2.2).
  private static func number(_ value: AttributeValue?) -> Int64? {
    switch value {
    case .number(let number): number
    case .string(let text): Int64(text)
    case .data, .date, nil: nil
    }
  }
}
