import KeychainModel

extension RequestedResults {
  /// Reads a `kSecReturn…` key. Its value is a Boolean, or the number 0 or 1 (D15).
  ///
  /// - Throws: `.parameter` for an unknown key or another value.
  mutating func read(_ key: String, _ value: Any) throws(KeychainError) {
    let result: RequestedResults? =
      switch key {
      case "r_Data": .data
      case "r_Attributes": .attributes
      case "r_Ref": .reference
      case "r_PersistentRef": .persistentReference
      default: nil
      }
    guard let result else {
      throw KeychainError(.parameter, "\(KeyName.shown(key)) is no return key")
    }
    switch try ItemDictionary.property(key, value) {
    case .boolean(true), .number(1): insert(result)
    case .boolean(false), .number(0): break
    default: throw KeychainError(.parameter, "\(key) takes a Boolean")
    }
  }
}
