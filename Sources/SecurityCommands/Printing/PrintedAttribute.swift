import KeychainModel

/// An attribute as a printed item shows it.
struct PrintedAttribute: Sendable {
  /// What stands before the value, by the rule for 32-bit values.
  let tag: UInt32
  let name: AttributeName
  let format: Format

  /// The word between tag and value.
  enum Format: String, Sendable {
    case blob
    case sint32
    case uint32
    case timedate
  }

  init(_ name: AttributeName, _ format: Format = .blob, tag: UInt32? = nil) {
    self.tag = tag ?? name.code.rawValue
    self.name = name
    self.format = format
  }
}

extension PrintedAttribute {
  /// The attributes that macOS prints for items of a class, in the order of their tags.
  static func all(of itemClass: ItemClass) -> [PrintedAttribute] {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate, .key, .identity: []
    }
  }

  private static let genericPassword = sorted(
    common + [PrintedAttribute(.generic), PrintedAttribute(.service)])

  private static let internetPassword = sorted(
    common + [
      PrintedAttribute(.authenticationType), PrintedAttribute(.path),
      PrintedAttribute(.port, .uint32), PrintedAttribute(.protocolName, .uint32),
      PrintedAttribute(.securityDomain), PrintedAttribute(.server),
    ])

  /// The label and the alias are numbered, not named: the oldest keychains already had them.
  private static let common = [
    PrintedAttribute(.label, tag: 7),
    PrintedAttribute(AttributeName("alis"), tag: 8),
    PrintedAttribute(.account),
    PrintedAttribute(.creationDate, .timedate),
    PrintedAttribute(.creator, .uint32),
    PrintedAttribute(AttributeName("cusi"), .sint32),
    PrintedAttribute(.description),
    PrintedAttribute(.comment),
    PrintedAttribute(AttributeName("invi"), .sint32),
    PrintedAttribute(.modificationDate, .timedate),
    PrintedAttribute(AttributeName("nega"), .sint32),
    PrintedAttribute(AttributeName("prot")),
    PrintedAttribute(AttributeName("scrp"), .sint32),
    PrintedAttribute(.type, .uint32),
  ]

  private static func sorted(_ attributes: [PrintedAttribute]) -> [PrintedAttribute] {
    attributes.sorted { $0.tag < $1.tag }
  }
}
