import KeychainCrypto
import KeychainModel
import CertificateTrust

// The encoding of items, and of requests for items.

extension RowIdentifier: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    guard let identifier = RowIdentifier(try reader.take(Self.byteCount)) else {
      throw MessageReader.malformed
    }
    self = identifier
  }

  func write(to writer: inout MessageWriter) { writer.append(bytes) }
}

extension Handle: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) { self.init(try reader.value()) }
  func write(to writer: inout MessageWriter) throws(KeychainError) { try writer.value(identifier) }
}

extension ItemClass: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self = try reader.choice(ItemClass.allCases)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.choice(self, of: ItemClass.allCases)
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
    // An operation makes further attributes from those of the message.
    try reader.meter.addList(of: (AttributeName, AttributeValue).self, count: 2 * count)
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

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    guard entries.count <= Self.largestCount else {
      throw KeychainError(.dataTooLarge, "an item has more than \(Self.largestCount) attributes")
    }
    try writer.count(entries.count)
    for (name, value) in entries.sorted(by: { $0.name.code.rawValue < $1.name.code.rawValue }) {
      writer.number(name.code.rawValue)
      try writer.value(value)
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
  private static let places: [Place] = [.whole, .start, .end, .anywhere]

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
    subject = try reader.value()
    comparison = TextComparison(rawValue: try reader.number())
    guard Self.comparisons.isSuperset(of: comparison) else { throw MessageReader.malformed }
    emailAddress = try reader.value()
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

// MARK: Requests

extension MessageReader {
  /// The largest number of requests, and of sets of attributes, in one list of a message. A list of small elements uses
  /// much more memory than its message.
  static let largestRequestCount = 1 << 17

  /// Reads a list of requests or of attributes.
  ///
  /// - Throws: `.decode` for a list of more than 131 072 elements.
  mutating func requests<Element: MessageValue>() throws(KeychainError) -> [Element] {
    try list(atMost: Self.largestRequestCount)
  }
}

extension MessageWriter {
  /// - Throws: `.dataTooLarge` for a list of more than 131 072 elements.
  mutating func requests(_ requests: [some MessageValue]) throws(KeychainError) {
    guard requests.count <= MessageReader.largestRequestCount else {
      throw KeychainError(.dataTooLarge, "a request has more than \(MessageReader.largestRequestCount) items")
    }
    try value(requests)
  }
}

extension ItemQuery: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      try reader.value(), attributes: try reader.value(), isSynchronizable: try reader.value(),
      reference: try reader.value(), itemLists: try reader.value(),
      hostOrSubdomain: try reader.value())
    do throws(KeychainError) { try requireFewListedItems() } catch { throw MessageReader.malformed }
    namesFoundItems = try reader.value()
    isOfObject = try reader.value()
    data = try reader.optionalBytes()
    largestCount = try reader.value(ResultLimit?.self)?.count
    freeAttributes = try reader.value()
    lacksFreeAttributes = try reader.value()
    filter = try reader.value()
  }

  /// The largest number of listed items in all lists of a query.
  private static let largestListedCount = 1 << 16
  /// The largest number of listed items that are objects. The service makes a search for each object.
  private static let largestObjectCount = 1024

  /// - Throws: `.dataTooLarge` when the query lists too many items.
  private func requireFewListedItems() throws(KeychainError) {
    var (count, objectCount) = (0, 0)
    for item in itemLists.joined() {
      count += 1
      if case .object = item { objectCount += 1 }
    }
    guard count <= Self.largestListedCount, objectCount <= Self.largestObjectCount else {
      throw KeychainError(
        .dataTooLarge,
        "a query lists more than \(Self.largestListedCount) items, or more than \(Self.largestObjectCount) objects")
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try requireFewListedItems()
    try writer.value(itemClass)
    try writer.value(attributes)
    try writer.value(isSynchronizable)
    try writer.value(reference)
    try writer.value(itemLists)
    try writer.value(hostOrSubdomain)
    try writer.value(namesFoundItems)
    try writer.value(isOfObject)
    try writer.optionalBytes(data)
    try writer.value(largestCount.map(ResultLimit.init))
    try writer.value(freeAttributes)
    try writer.value(lacksFreeAttributes)
    try writer.value(filter)
  }
}

extension SearchRequest: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      try reader.value(), contents: try reader.value(), limit: try reader.value(ResultLimit?.self)?.count,
      skipsGuarded: try reader.value(), namesGuarded: try reader.value())
    listsLocked = try reader.value()
    isForChange = try reader.value()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(query)
    try writer.value(contents)
    try writer.value(limit.map(ResultLimit.init))
    try writer.value(skipsGuarded)
    try writer.value(namesGuarded)
    try writer.value(listsLocked)
    try writer.value(isForChange)
  }
}

extension AddRequest: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      try reader.value(), attributes: try reader.value(), secret: try reader.optionalBytes(),
      contents: try reader.value())
    acceptsConflicting = try reader.value()
    copiedKey = try reader.value()
    try attributes.requireStorableSizes()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(attributes)
    try writer.optionalBytes(secret)
    try writer.value(contents)
    try writer.value(acceptsConflicting)
    try writer.value(copiedKey)
  }
}

extension IdentityAddRequest: MessageValue {
  /// - Throws: `.decode` when the bytes are not a request, or when the two items are not a certificate and a key.
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      certificate: try reader.value(), key: try reader.value(), contents: try reader.value())
    guard certificate.itemClass == .certificate, key.itemClass == .key else {
      throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(certificate)
    try writer.value(key)
    try writer.value(contents)
  }
}

extension UpdateRequest: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      try reader.value(), changes: try reader.value(), secret: try reader.optionalBytes(),
      leavesTombstones: try reader.value())
    try changes.requireStorableSizes()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(query)
    try writer.value(changes)
    try writer.optionalBytes(secret)
    try writer.value(leavesTombstones)
  }
}

extension DeleteRequest: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(try reader.value(), leavesTombstones: try reader.value())
    keptKeys = try reader.requests()
    deletesHalves = try reader.value()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(query)
    try writer.value(leavesTombstones)
    try writer.requests(keptKeys)
    try writer.value(deletesHalves)
  }
}

extension ItemRequest: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    switch try reader.number(UInt8.self) {
    case 0: self = .add(try reader.value())
    case 1: self = .addAll(try reader.requests(), sparingPresent: try reader.value())
    case 2: self = .addIdentities(try reader.requests())
    case 3: self = .search(try reader.value())
    case 4: self = .update(try reader.value())
    case 5: self = .delete(try reader.value())
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    switch self {
    case .add(let request):
      writer.number(UInt8(0))
      try writer.value(request)
    case .addAll(let requests, let sparingPresent):
      writer.number(UInt8(1))
      try writer.requests(requests)
      try writer.value(sparingPresent)
    case .addIdentities(let requests):
      writer.number(UInt8(2))
      try writer.requests(requests)
    case .search(let request):
      writer.number(UInt8(3))
      try writer.value(request)
    case .update(let request):
      writer.number(UInt8(4))
      try writer.value(request)
    case .delete(let request):
      writer.number(UInt8(5))
      try writer.value(request)
    }
  }
}

extension BatchRequest: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      try reader.requests(), defaults: try reader.requests(),
      onDuplicate: try reader.value(Bool.self) ? .replace : .skip)
    for attributes in defaults { try attributes.requireStorableSizes() }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.requests(additions)
    try writer.requests(defaults)
    try writer.value(onDuplicate == .replace)
  }
}

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
    self.init(
      try reader.value(), identifier: try reader.value(), attributes: try reader.value(),
      secret: try reader.optionalBytes())
    isLocked = try reader.value()
    wasPresent = try reader.value()
    isConflicting = try reader.value()
    certificate = try reader.optionalBytes()
    privateKey = try reader.value()
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
