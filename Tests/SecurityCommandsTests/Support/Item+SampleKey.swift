import Keychain
import KeychainModel

extension Item {
  /// A private key with the attributes that the tool needs.
  static let sampleKey = Item(
    .key, identifier: RowIdentifier(high: 7, low: 7),
    attributes: AttributeSet([
      .keyClass: .number(1), .type: .number(42), .label: .string("key"),
      .accessGroup: .string("login"),
    ]),
    secret: [0, 1])
}
