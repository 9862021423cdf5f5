import Keychain
import KeychainModel
import AsymmetricKeys

extension SecKey {
  /// The key that an item holds, by its class and its type; nil when its data are no such key.
  ///
  /// - Parameter item: With its attributes and its secret.
  convenience init?(of item: Item) {
    guard let keyClass = Self.number(item.attributes[.keyClass]).flatMap(KeyClass.init(rawValue:)),
      let type = Self.number(item.attributes[.type]), let data = item.secret,
      let material = try? KeyMaterial(keyClass, typeNumber: type, data: data)
    else { return nil }
    self.init(material)
  }

  /// A type may be larger than the numbers that the attribute makes of text (secitem 2.2).
  private static func number(_ value: AttributeValue?) -> Int64? {
    switch value {
    case .number(let number): number
    case .string(let text): Int64(text)
    case .data, .date, nil: nil
    }
  }
}
