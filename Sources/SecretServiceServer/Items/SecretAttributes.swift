import KeychainModel
import PasswordTransfer

/// Converts between the attributes of the Secret Service and the attributes of keychain items.
///
/// An item of the Secret Service becomes a generic password. All its attributes are the free attributes of the generic
/// password. In addition, the service and the account are taken from attributes with usual names, so that programs that
/// use the keychain find the item.
///
/// A password that a program stored with the keychain has no free attributes. The Secret Service shows attributes that
/// are made from its service and account, or from its server. Nothing is stored for them.
enum SecretAttributes {
  static let schema = SecretServiceNames.schema
  static let genericSchema = SecretServiceNames.genericSchema

  // MARK: Storing

  /// The attributes of the generic password for an item.
  static func stored(_ item: NewItem) -> AttributeSet {
    var attributes = visible(item.attributes, label: item.label)
    attributes[.label] = .string(item.label)
    if item.contentType != ContentType.text { attributes[.description] = .string(item.contentType) }
    return attributes
  }

  /// The free attributes, with the service and the account that are made from them.
  static func visible(_ map: FreeAttributes, label: String) -> AttributeSet {
    AttributeSet([
      .service: .string(first(SecretServiceNames.services, map) ?? label),
      .account: .string(first(SecretServiceNames.accounts, map) ?? ""),
      .freeAttributes: map.value,
    ])
  }

  private static func first(_ names: [String], _ map: FreeAttributes) -> String? {
    for name in names {
      if let pair = map.pairs.first(where: { $0.name.isIdentical(to: name) }), !pair.value.isEmpty { return pair.value }
    }
    return nil
  }

  // MARK: Showing

  /// The attributes that the Secret Service shows for a keychain item.
  static func shown(_ itemClass: ItemClass, _ attributes: AttributeSet) -> [FreeAttributes.Pair] {
    if let value = attributes[.freeAttributes], let map = FreeAttributes(value) { return map.pairs }
    var pairs: [FreeAttributes.Pair] = []
    for (name, attribute) in names(itemClass) {
      if let value = text(attributes[attribute], attribute) { pairs.append(FreeAttributes.Pair(name, value)) }
    }
    pairs.append(FreeAttributes.Pair(schema, schemaName(itemClass)))
    return pairs
  }

  /// The attributes by which the keychain finds the items without free attributes that have these attributes in the
  /// Secret Service. Nil when no item of the class can have them.
  static func searched(_ itemClass: ItemClass, _ wanted: FreeAttributes) -> AttributeSet? {
    var attributes = AttributeSet()
    for pair in wanted.pairs {
      if pair.name.isIdentical(to: schema) {
        guard pair.value.isIdentical(to: schemaName(itemClass)) else { return nil }
        continue
      }
      guard let attribute = names(itemClass).first(where: { $0.name.isIdentical(to: pair.name) })?.attribute,
        let value = value(pair.value, attribute)
      else { return nil }
      attributes[attribute] = value
    }
    return attributes
  }

  /// Whether a search by these attributes finds only the item that would be stored with them: the attributes name
  /// everything that the Secret Service shows of a keychain item. The schema may be missing.
  static func isWhole(_ wanted: FreeAttributes, of shown: [FreeAttributes.Pair]) -> Bool {
    func pairs(_ pairs: [FreeAttributes.Pair]) -> [FreeAttributes.Pair] {
      pairs.filter { !$0.name.isIdentical(to: schema) }
    }
    guard let map = try? FreeAttributes(pairs(shown)) else { return false }
    return map.pairs == pairs(wanted.pairs)
  }

  /// Whether a map has an attribute besides the schema.
  static func namesSomething(_ map: FreeAttributes) -> Bool { map.pairs.contains { !$0.name.isIdentical(to: schema) } }

  /// Whether the Secret Service shows each attribute by which the keychain distinguishes items of the class, unless the
  /// attribute is empty. A value that is no text and an unknown protocol are not shown, nor is the kind of authentication.
  static func areShown(_ itemClass: ItemClass, _ attributes: AttributeSet) -> Bool {
    names(itemClass).allSatisfy { (_, attribute) in
      isEmpty(attributes[attribute]) || text(attributes[attribute], attribute) != nil
    } && (isEmpty(attributes[.authenticationType]) || attributes[.authenticationType] == .string("dflt"))
  }

  private static func isEmpty(_ value: AttributeValue?) -> Bool {
    switch value {
    case nil: true
    case .string(let text)?: text.isEmpty
    case .data(let bytes)?: bytes.isEmpty
    case .number(let number)?: number == 0
    default: false
    }
  }

  private static func schemaName(_ itemClass: ItemClass) -> String {
    itemClass == .internetPassword ? SecretServiceNames.networkSchema : SecretServiceNames.genericSchema
  }

  private static func names(_ itemClass: ItemClass) -> [(name: String, attribute: AttributeName)] {
    itemClass == .internetPassword ? internetNames : genericNames
  }

  private static let internetNames: [(name: String, attribute: AttributeName)] = [
    ("server", .server), ("user", .account), ("protocol", .protocolName), ("port", .port), ("domain", .securityDomain),
    ("object", .path),
  ]
  private static let genericNames: [(name: String, attribute: AttributeName)] = [
    ("service", .service), ("username", .account),
  ]

  /// The text of an attribute; nil for an empty attribute, and for a value that is no text.
  private static func text(_ value: AttributeValue?, _ attribute: AttributeName) -> String? {
    switch value {
    case .string(let text)? where attribute == .protocolName: NetworkProtocol.scheme(of: text)
    case .number(let number)? where attribute == .port: number == 0 ? nil : String(number)
    case .string(let text)?: text.isEmpty || text.utf8.contains(0) ? nil : text
    case .data(let bytes)?:
      bytes.isEmpty || bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// The value of an attribute whose text is `text`; nil when no value has this text.
  private static func value(_ text: String, _ attribute: AttributeName) -> AttributeValue? {
    switch attribute {
    case .protocolName:
      guard let code = NetworkProtocol.code(of: text), NetworkProtocol.scheme(of: code) == text else { return nil }
      return .string(code)
    case .port:
      guard let number = UInt16(text), number != 0, String(number) == text else { return nil }
      return .number(Int64(number))
    default: return text.isEmpty ? nil : .string(text)
    }
  }
}
