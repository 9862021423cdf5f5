/// A symmetric key: its bytes, and the number of its algorithm.
package struct SymmetricKey: Sendable, Hashable {
  /// The number in `kSecAttrKeyType`, for example 2147483649 for AES.
  package let typeNumber: Int64
  package let bytes: [UInt8]

  /// `kSecAttrKeyTypeAES`
  package static let aesTypeNumber: Int64 = 2_147_483_649

  package init(typeNumber: Int64, bytes: [UInt8]) {
    self.typeNumber = typeNumber
    self.bytes = bytes
  }
}
