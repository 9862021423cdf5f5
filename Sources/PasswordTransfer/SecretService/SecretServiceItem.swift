import KeychainModel

/// An item of the Secret Service.
struct SecretServiceItem {
  var label: String
  var attributes: [String: String]
  var secret: [UInt8]

  /// The creation date, in seconds since 1970-01-01; 0 if the date is unknown.
  var created: UInt64
  var origin: String

  /// The values of the attribute `xdg:schema` in passwords for servers.
  private static let networkSchemas: Set<String> = [
    "org.gnome.keyring.NetworkPassword", "org.git.Password",
  ]
  private static let schemaName = "xdg:schema"
  private static let plainSchema = "org.freedesktop.Secret.Generic"

  /// The keychain item that this item of the Secret Service becomes. docs/moving.md describes the conversion.
  /// Attributes that a keychain item cannot store are added to the comment of the keychain item.
  var item: TransferItem {
    var rest = attributes
    let isNetwork =
      attributes[Self.schemaName].map(Self.networkSchemas.contains) == true
      && attributes["server"]?.isEmpty == false
    var values = isNetwork ? Self.internet(&rest) : Self.generic(&rest, label)
    values[.label] = .string(label)
    if created > 0 { values[.creationDate] = .date(Double(created) - 978_307_200) }
    if !rest.isEmpty { values[.comment] = .string(Self.comment(rest)) }
    return TransferItem(
      isNetwork ? .internetPassword : .genericPassword, attributes: values, secret: secret,
      origin: origin)
  }

  private static func internet(_ rest: inout [String: String]) -> AttributeSet {
    var values = AttributeSet([.authenticationType: .string("dflt")])
    if rest[schemaName] == "org.gnome.keyring.NetworkPassword" { rest[schemaName] = nil }
    for (name, attribute) in [
      ("server", AttributeName.server), ("user", .account), ("domain", .securityDomain),
      ("object", .path),
    ] {
      if let value = rest.removeValue(forKey: name), !value.isEmpty {
        values[attribute] = .string(value)
      }
    }
    if let code = rest["protocol"].flatMap(NetworkProtocol.code) {
      values[.protocolName] = .string(code)
      rest["protocol"] = nil
    }
    if let port = rest["port"].flatMap({ UInt16($0) }) {
      values[.port] = .number(Int64(port))
      rest["port"] = nil
    }
    return values
  }

  private static func generic(_ rest: inout [String: String], _ label: String) -> AttributeSet {
    if rest[schemaName] == plainSchema { rest[schemaName] = nil }
    let service = take(["service", "server", "domain", "application"], &rest) ?? label
    let account = take(["username", "user", "account", "login"], &rest) ?? ""
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
