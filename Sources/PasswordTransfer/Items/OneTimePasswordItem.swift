package import KeychainModel

/// The item that stores the seed of one-time passwords. This item exists in addition to the item of the login. Its
/// class is generic password, and its secret is the seed (docs/moving.md).
///
/// The seed is not stored in the comment of the login, because commands print the comment with the attributes.
package enum OneTimePasswordItem {
  /// The value of the attribute `type` of an item with a seed. This value distinguishes the item from other passwords.
  package static let type = AttributeValue.number(
    Int64(FourCharacterCode(literal: "totp").rawValue))

  package static let description = "one-time password"

  /// The beginning of the service (`kSecAttrService`) of an item that stores the seed of one-time passwords. The
  /// address or the service of the login follows this prefix.
  package static let servicePrefix = "otp:"

  /// Whether an item contains the seed of one-time passwords.
  package static func isOne(_ itemClass: ItemClass, _ attributes: AttributeSet) -> Bool {
    itemClass == .genericPassword && attributes[.type] == type
  }

  /// The item that stores the seed of a login.
  static func item(beside login: TransferItem, seed: [UInt8]) -> TransferItem {
    var attributes = AttributeSet([
      .service: .string(service(beside: login)), .type: type, .description: .string(description),
    ])
    for name in [AttributeName.account, .label, .creationDate, .accessGroup] {
      attributes[name] = login.attributes[name]
    }
    var item = TransferItem(
      .genericPassword, attributes: attributes, secret: seed, origin: login.origin)
    item.defaults[.label] = login.defaults[.label]
    return item
  }

  /// The service (`kSecAttrService`) of the item that stores the seed for the one-time passwords of a login.
  package static func service(beside login: TransferItem) -> String {
    let address: String
    if login.itemClass == .internetPassword {
      let port = login.attributes[.port]?.number.flatMap { UInt16(exactly: $0) }
      address = WebAddress.text(
        protocolCode: login.attributes[.protocolName]?.text, host: text(login, .server),
        port: port == 0 ? nil : port, path: text(login, .path))
    } else {
      address = text(login, .service)
    }
    return servicePrefix + address
  }

  /// Further names by which a user can select a seed, in addition to the service: the address after the prefix of the
  /// service, and the host of this address.
  package static func names(ofService service: String) -> [String] {
    guard service.utf8.starts(with: servicePrefix.utf8) else { return [] }
    let place = String(service.dropFirst(servicePrefix.count))
    return [place] + (WebAddress(place).map { [$0.host] } ?? [])
  }

  private static func text(_ item: TransferItem, _ name: AttributeName) -> String {
    switch item.attributes[name] {
    case .string(let text): text
    case .data(let bytes): String(decoding: bytes, as: UTF8.self)
    case .number, .date, nil: ""
    }
  }
}
