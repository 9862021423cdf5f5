import KeychainCrypto
import KeychainModel
import CertificateTrust

// The encoding of items, and of the parts of requests for items.

extension RowIdentifier: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    guard let identifier = RowIdentifier(try reader.take(Self.byteCount)) else {
      throw MessageReader.malformed
    }
    self = identifier
  }

  /// The highest byte is written first.
  func write(to writer: inout MessageWriter) {
    withBytes { writer.append($0) }
  }
}

extension Handle: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) { self.init(try reader.value()) }
  func write(to writer: inout MessageWriter) throws(KeychainError) { try writer.value(identifier) }
}

extension ItemClass: MessageValue {
  /// `allCases` makes a new list at each use.
  private static let choices = allCases

  init(from reader: inout MessageReader) throws(KeychainError) {
    self = try reader.choice(Self.choices)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.choice(self, of: Self.choices)
  }
}

extension AttributeValue: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    switch try reader.number(UInt8.self) {
    case 0: self = .string(try reader.value())
    case 1: self = .data(try reader.value(ByteString.self).bytes)
    case 2: self = .number(try reader.value())
    case 3: self = .date(try reader.value())
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    switch self {
    case .string(let text):
      writer.number(UInt8(0))
      try writer.value(text)
    case .data(let bytes):
      writer.number(UInt8(1))
      try writer.byteString(bytes)
    case .number(let number):
      writer.number(UInt8(2))
      try writer.value(number)
    case .date(let date):
      writer.number(UInt8(3))
      try writer.value(date)
    }
  }
}

extension AttributeSet: MessageValue {
  /// The largest number of attributes of an item.
  private static let largestCount = 256

  /// - Throws: `.decode` when the bytes are not attributes, when there are more than 256 attributes, or when the codes
  ///   of the attributes are not strictly ascending. The strict order excludes duplicates.
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init()
    let count = try reader.count()
    guard count <= Self.largestCount else { throw MessageReader.malformed }
    // An operation copies the attributes of the message when it makes those of an item.
    try reader.meter.addList(of: (AttributeName, AttributeValue).self, count: 2 * count)
    reserveCapacity(count)
    var last: UInt32?
    for _ in 0..<count {
      let code = try reader.number(UInt32.self)
      if let last, code <= last { throw MessageReader.malformed }
      last = code
      let (name, value) = (
        AttributeName(code: FourCharacterCode(rawValue: code)), try reader.value(AttributeValue.self)
      )
      if name == .freeAttributes, case .data(let bytes) = value {
        try reader.meter.addTransient(FreeAttributes.memoryByteCount(ofEncoded: bytes.count))
      }
      append(name, value)
    }
  }

  /// The position of the attribute with the smallest code that is greater than `code`. An item has few attributes, so this
  /// search is faster than a sorted copy.
  private func position(after code: Int64) -> Int? {
    var (next, smallest) = (nil as Int?, Int64.max)
    for position in entries.indices {
      let candidate = Int64(entries[position].name.code.rawValue)
      if candidate > code, candidate < smallest { (next, smallest) = (position, candidate) }
    }
    return next
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    guard entries.count <= Self.largestCount else {
      throw KeychainError(.dataTooLarge, "an item has more than \(Self.largestCount) attributes")
    }
    try writer.count(entries.count)
    var code: Int64 = -1
    for _ in entries {
      // A set that has an attribute twice has no message.
      guard let position = position(after: code) else { throw MessageReader.malformed }
      let (name, value) = entries[position]
      writer.number(name.code.rawValue)
      try writer.value(value)
      code = Int64(name.code.rawValue)
    }
  }
}

extension FreeAttributes: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    let bytes = try reader.value(ByteString.self).bytes
    guard bytes.count <= Self.largestByteCount else { throw MessageReader.malformed }
    try reader.meter.addTransient(Self.memoryByteCount(ofEncoded: bytes.count))
    guard let map = FreeAttributes(.data(bytes)), map.encoded == bytes else { throw MessageReader.malformed }
    self = map
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.byteString(encoded)
  }
}

extension PersistentReference: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    switch try reader.number(UInt8.self) {
    case 0: self = .item(try reader.value(), try reader.value())
    case 1: self = .rowNumber(try reader.value(), try reader.value())
    case 2: self = .token(try reader.value())
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    switch self {
    case .item(let itemClass, let identifier):
      writer.number(UInt8(0))
      try writer.value(itemClass)
      try writer.value(identifier)
    case .rowNumber(let itemClass, let number):
      writer.number(UInt8(1))
      try writer.value(itemClass)
      try writer.value(number)
    case .token(let itemClass):
      writer.number(UInt8(2))
      try writer.value(itemClass)
    }
  }
}

extension ItemContents: MessageValue {
  private static let all: ItemContents = [.attributes, .secret, .certificate]

  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(rawValue: try reader.number())
    guard Self.all.isSuperset(of: self) else { throw MessageReader.malformed }
  }

  func write(to writer: inout MessageWriter) { writer.number(rawValue) }
}

extension ListedItem: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    switch try reader.number(UInt8.self) {
    case 0: self = .reference(try reader.value())
    case 1:
      self = .object(
        try reader.value(), data: try reader.optionalBytes(), isSynchronizable: try reader.value())
    case 2: self = .elsewhere(try reader.value(), try reader.value())
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    switch self {
    case .elsewhere(let reference, let vaultID):
      writer.number(UInt8(2))
      try writer.value(reference)
      try writer.value(vaultID)
    case .reference(let reference):
      writer.number(UInt8(0))
      try writer.value(reference)
    case .object(let attributes, let data, let isSynchronizable):
      writer.number(UInt8(1))
      try writer.value(attributes)
      try writer.optionalBytes(data)
      try writer.value(isSynchronizable)
    }
  }
}

// MARK: Filters

extension SubjectCondition: MessageValue {
  fileprivate static let places: [Place] = [.whole, .start, .end, .anywhere]

  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(try reader.choice(Self.places), try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.choice(place, of: Self.places)
    try writer.value(text)
  }
}

extension CertificateFilter: MessageValue {
  private static let comparisons: TextComparison = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]

  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init()
    let ordered = try reader.list(atMost: MessageReader.largestRequestCount) as [ByteString]
    for (one, next) in zip(ordered, ordered.dropFirst()) where !one.bytes.lexicographicallyPrecedes(next.bytes) {
      throw MessageReader.malformed
    }
    // A set has room for up to twice as many elements.
    try reader.meter.addList(of: [UInt8].self, count: 3 * ordered.count)
    issuers = Set(ordered.lazy.map(\.bytes))
    // A query has one key for each place.
    subject = try reader.list(atMost: SubjectCondition.places.count)
    comparison = TextComparison(rawValue: try reader.number())
    guard Self.comparisons.isSuperset(of: comparison) else { throw MessageReader.malformed }
    emailAddress = try reader.value()
    // The search uses a text, its folded form, which has up to three times as many bytes, and a table (`ByteSearch`).
    let byteCount = subject.reduce(emailAddress?.utf8.count ?? 0) { $0 + $1.text.utf8.count }
    try reader.meter.addList(of: UInt8.self, count: 16 * byteCount)
    validity = try reader.value()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(issuers.sorted { $0.lexicographicallyPrecedes($1) }.map(ByteString.init))
    try writer.value(subject)
    writer.number(comparison.rawValue)
    try writer.value(emailAddress)
    try writer.value(validity)
  }
}

// MARK: Items

extension BatchOutcome: MessageValue {
  private static let all: [BatchOutcome] = [.added, .skipped, .replaced]

  init(from reader: inout MessageReader) throws(KeychainError) {
    self = try reader.choice(Self.all)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.choice(self, of: Self.all)
  }
}

extension Item: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    itemClass = try reader.value()
    identifier = try reader.value()
    attributes = try reader.value()
    secret = try reader.optionalBytes()
    isLocked = try reader.value()
    wasPresent = try reader.value()
    isConflicting = try reader.value()
    certificate = try reader.optionalBytes()
    if let key: RemotePrivateKey = try reader.value() { privateKey = key }
    // An item has a secret or a key that stays in the service, but not both.
    guard secret == nil || privateKey == nil else { throw MessageReader.malformed }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(identifier)
    try writer.value(attributes)
    try writer.optionalBytes(secret)
    try writer.value(isLocked)
    try writer.value(wasPresent)
    try writer.value(isConflicting)
    try writer.optionalBytes(certificate)
    try writer.value(privateKey)
  }
}

extension RemotePrivateKey: MessageValue {
  convenience init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(try reader.value(), try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(identifier)
    try writer.value(publicKey)
  }
}

extension RemotePrivateKey.PublicKey: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(isRSA: try reader.value(), bytes: try reader.value(ByteString.self).bytes)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(isRSA)
    try writer.byteString(bytes)
  }
}
