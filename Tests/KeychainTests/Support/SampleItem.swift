import Keychain
import KeychainModel

/// An item of a sample store, with the query that finds the item.
struct SampleItem: Sendable, Equatable {
  let itemClass: ItemClass
  let attributes: AttributeSet
  let secret: [UInt8]

  /// A generic password. The secret has the given length and is different for each service.
  static func generic(_ service: String, byteCount: Int = 40, isSynchronizable: Bool = false)
    -> SampleItem
  {
    SampleItem(
      itemClass: .genericPassword,
      attributes: AttributeSet([
        .service: .string(service), .account: .string("account"),
        .label: .string("label of \(service)"),
        .synchronizable: .number(isSynchronizable ? 1 : 0),
      ]),
      secret: secret(service, byteCount))
  }

  /// An internet password.
  static func internet(_ server: String) -> SampleItem {
    SampleItem(
      itemClass: .internetPassword,
      attributes: AttributeSet([
        .server: .string(server), .account: .string("account"), .port: .number(443),
        .synchronizable: .number(0),
      ]),
      secret: secret(server, 24))
  }

  /// A private key item. The secret is not a valid key, but the store accepts any secret.
  static func key(_ tag: String, byteCount: Int = 1190) -> SampleItem {
    SampleItem(
      itemClass: .key,
      attributes: AttributeSet([
        .keyClass: .number(1), .type: .number(42), .keySize: .number(2048),
        .applicationLabel: .data(Array(secret(tag, 20))), .applicationTag: .string(tag),
        .label: .string("key"), AttributeName("sign"): .number(1),
        .synchronizable: .number(0),
      ]),
      secret: secret(tag, byteCount))
  }

  /// A certificate item. The secret is not a valid certificate, but the store accepts any secret.
  static func certificate(_ name: String, byteCount: Int = 900) -> SampleItem {
    SampleItem(
      itemClass: .certificate,
      attributes: AttributeSet([
        .certificateType: .number(3), .certificateEncoding: .number(3),
        .subject: .data(Array(name.utf8)), .issuer: .data(Array("issuer".utf8)),
        .serialNumber: .data(Array(name.utf8)), .publicKeyHash: .data(Array(secret(name, 20))),
        .label: .string(name), .accessible: .string("ak"), .synchronizable: .number(0),
      ]),
      secret: secret(name, byteCount))
  }

  private static func secret(_ name: String, _ byteCount: Int) -> [UInt8] {
    let seed = Array(name.utf8)
    return (0..<byteCount).map { seed[$0 % seed.count] &+ UInt8(truncatingIfNeeded: $0 / 7) }
  }

  /// The query that finds the item by its uniqueness key.
  var query: ItemQuery {
    var wanted = AttributeSet()
    for name in [AttributeName.service, .server, .account, .applicationTag, .subject] {
      wanted[name] = attributes[name]
    }
    return ItemQuery(itemClass, attributes: wanted, isSynchronizable: nil)
  }
}
