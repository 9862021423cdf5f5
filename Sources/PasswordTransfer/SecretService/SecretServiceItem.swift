import KeychainModel

/// An item of the Secret Service.
struct SecretServiceItem {
  var label: String
  var attributes: [String: String]
  var secret: [UInt8]

  /// The creation date, in seconds since 1970-01-01; 0 if the date is unknown.
  var created: UInt64
  var origin: String

  private static let schemaName = SecretServiceNames.schema

  /// The keychain item that this item of the Secret Service becomes. docs/moving.md describes the conversion.
  ///
  /// A password for a server becomes an internet password if nothing of it is lost. Every other item becomes a generic
  /// password with all attributes as its free attributes. So programs that use `latchkey-secret-service` find the item as
  /// before. The comment shows a person the attributes that a keychain item does not have.
  var item: TransferItem {
    if let values = internet { return item(.internetPassword, values) }
    var rest = attributes
    var values = Self.generic(&rest, label)
    if !rest.isEmpty { values[.comment] = .string(Self.comment(rest)) }
    if let map = try? FreeAttributes(attributes.map { FreeAttributes.Pair($0.key, $0.value) }) {
      values[.freeAttributes] = map.value
    }
    return item(.genericPassword, values)
  }

  private func item(_ itemClass: ItemClass, _ attributes: AttributeSet) -> TransferItem {
    var attributes = attributes
    attributes[.label] = .string(label)
    if created > 0 { attributes[.creationDate] = .date(Double(created) - 978_307_200) }
    return TransferItem(itemClass, attributes: attributes, secret: secret, origin: origin)
  }

  /// The attributes of an internet password; nil if an internet password would lose an attribute.
  private var internet: AttributeSet? {
    guard attributes[Self.schemaName] == SecretServiceNames.networkSchema, attributes["server"] != nil else {
      return nil
    }
    var values = AttributeSet([.authenticationType: .string("dflt")])
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where name != Self.schemaName {
      guard !value.isEmpty else { return nil }
      switch name {
      case "server": values[.server] = .string(value)
      case "user": values[.account] = .string(value)
      case "domain": values[.securityDomain] = .string(value)
      case "object": values[.path] = .string(value)
      case "protocol":
        guard let code = NetworkProtocol.code(of: value), NetworkProtocol.scheme(of: code) == value else { return nil }
        values[.protocolName] = .string(code)
      case "port":
        guard let port = UInt16(value), port != 0, String(port) == value else { return nil }
        values[.port] = .number(Int64(port))
      default: return nil
      }
    }
    return values
  }

  private static func generic(_ rest: inout [String: String], _ label: String) -> AttributeSet {
    if rest[schemaName] == SecretServiceNames.genericSchema { rest[schemaName] = nil }
    let service = take(SecretServiceNames.services, &rest) ?? label
    let account = take(SecretServiceNames.accounts, &rest) ?? ""
    return AttributeSet([.service: .string(service), .account: .string(account)])
  }

  /// Removes the first of the named attributes that exists and is not empty, and returns its value.
  private static func take(_ names: [String], _ rest: inout [String: String]) -> String? {
    guard let name = names.first(where: { rest[$0]?.isEmpty == false }) else { return nil }
    return rest.removeValue(forKey: name)
  }

  /// A comment with one line for each attribute, ordered by name. A line is `name: value`, or `name:: Base64` for a
  /// value of several lines.
  private static func comment(_ rest: [String: String]) -> String {
    rest.sorted { $0.key < $1.key }.map { name, value in
      guard value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
        return "\(name): \(value)"
      }
      return "\(name):: \(String(decoding: Base64.encode(Array(value.utf8)), as: UTF8.self))"
    }.joined(separator: "\n")
  }
}
