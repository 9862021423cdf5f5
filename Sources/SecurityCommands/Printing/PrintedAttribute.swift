import KeychainModel

/// The format of an attribute in a printed item.
struct PrintedAttribute: Sendable {
  /// The tag of the attribute. A printed line begins with the tag, as a 32-bit number.
  let tag: UInt32
  let name: AttributeName
  let format: Format
  let form: Form

  /// The word that is printed in angle brackets between the tag and the value.
  enum Format: String, Sendable {
    case blob
    case sint32
    case uint32
    case timedate
  }

  /// The conversion from the stored value to the value that macOS prints.
  enum Form: Sendable {
    case asStored
    /// The value is macOS's number of the key class.
    case keyClass
    /// The value is a day: `YYYYMMDD`, or eight zero bytes for no date.
    case day
    /// The value is a distinguished name with the header of its DER sequence. The keychain stores the name without this
    /// header.
    case sequence
  }

  init(
    _ name: AttributeName, _ format: Format = .blob, tag: UInt32? = nil, form: Form = .asStored
  ) {
    self.tag = tag ?? name.code.rawValue
    self.name = name
    self.format = format
    self.form = form
  }
}

extension PrintedAttribute {
  /// Returns the attributes that macOS prints for a class, in the order of their tags.
  static func all(of itemClass: ItemClass) -> [PrintedAttribute] {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .key: key
    case .certificate, .identity: certificate
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

  /// The attributes of both classes of passwords. As on macOS, the tags of the label and the alias are the numbers 7
  /// and 8 instead of four characters.
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

  private static let certificate = [
    PrintedAttribute(.alias),
    PrintedAttribute(.certificateEncoding, .uint32),
    PrintedAttribute(.certificateType, .uint32),
    PrintedAttribute(.publicKeyHash, tag: FourCharacterCode(literal: "hpky").rawValue),
    PrintedAttribute(
      .issuer, tag: FourCharacterCode(literal: "issu").rawValue, form: .sequence),
    PrintedAttribute(.label),
    PrintedAttribute(.subjectKeyID),
    PrintedAttribute(.serialNumber, tag: FourCharacterCode(literal: "snbr").rawValue),
    PrintedAttribute(.subject, form: .sequence),
  ]

  /// The attributes of keys. As on macOS, the tags of these attributes are the numbers from 0 to 26.
  private static let key = [
    PrintedAttribute(.keyClass, .uint32, tag: 0, form: .keyClass),
    PrintedAttribute(.label, tag: 1),
    PrintedAttribute(AttributeName("alis"), tag: 2),
    PrintedAttribute(AttributeName("perm"), .uint32, tag: 3),
    PrintedAttribute(AttributeName("priv"), .uint32, tag: 4),
    PrintedAttribute(AttributeName("modi"), .uint32, tag: 5),
    PrintedAttribute(.applicationLabel, tag: 6),
    PrintedAttribute(.applicationTag, tag: 7),
    PrintedAttribute(.creator, tag: 8),
    PrintedAttribute(.type, .uint32, tag: 9),
    PrintedAttribute(.keySize, .uint32, tag: 10),
    PrintedAttribute(AttributeName("esiz"), .uint32, tag: 11),
    PrintedAttribute(AttributeName("sdat"), tag: 12, form: .day),
    PrintedAttribute(AttributeName("edat"), tag: 13, form: .day),
    PrintedAttribute(AttributeName("sens"), .uint32, tag: 14),
    PrintedAttribute(AttributeName("asen"), .uint32, tag: 15),
    PrintedAttribute(AttributeName("extr"), .uint32, tag: 16),
    PrintedAttribute(AttributeName("next"), .uint32, tag: 17),
    PrintedAttribute(AttributeName("encr"), .uint32, tag: 18),
    PrintedAttribute(AttributeName("decr"), .uint32, tag: 19),
    PrintedAttribute(AttributeName("drve"), .uint32, tag: 20),
    PrintedAttribute(AttributeName("sign"), .uint32, tag: 21),
    PrintedAttribute(AttributeName("vrfy"), .uint32, tag: 22),
    PrintedAttribute(AttributeName("snrc"), .uint32, tag: 23),
    PrintedAttribute(AttributeName("vyrc"), .uint32, tag: 24),
    PrintedAttribute(AttributeName("wrap"), .uint32, tag: 25),
    PrintedAttribute(AttributeName("unwp"), .uint32, tag: 26),
  ]

  private static func sorted(_ attributes: [PrintedAttribute]) -> [PrintedAttribute] {
    attributes.sorted { $0.tag < $1.tag }
  }
}
