/// A symmetric key: bytes, and the number of the algorithm that they are for.
package struct SymmetricKey: Sendable, Hashable {
  /// The number that `kSecAttrKeyType` spells, for example 2147483649 for AES.
  package let typeNumber: Int64
  package let bytes: [UInt8]

  /// `kSecAttrKeyTypeAES`
  package static let aesTypeNumber: Int64 = 2_147_483_649

  package init(typeNumber: Int64, bytes: [UInt8]) {
    self.typeNumber = typeNumber
    self.bytes = bytes
  }
}
