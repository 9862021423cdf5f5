import KeychainModel

// The encoding of requests for items.

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
    itemClass = try reader.value()
    attributes = try reader.value()
    isSynchronizable = try reader.value()
    reference = try reader.value()
    itemLists = try reader.value()
    guard Self.hasFewItems(itemLists) else { throw MessageReader.malformed }
    hostOrSubdomain = try reader.value()
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

  private static func hasFewItems(_ lists: [[ListedItem]]) -> Bool {
    var (count, objectCount) = (0, 0)
    for list in lists {
      count += list.count
      for case .object in list { objectCount += 1 }
    }
    return count <= largestListedCount && objectCount <= largestObjectCount
  }

  /// - Throws: `.dataTooLarge` when the query lists too many items.
  func write(to writer: inout MessageWriter) throws(KeychainError) {
    guard Self.hasFewItems(itemLists) else {
      throw KeychainError(
        .dataTooLarge,
        "a query lists more than \(Self.largestListedCount) items, or more than \(Self.largestObjectCount) objects")
    }
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
    query = try reader.value()
    contents = try reader.value()
    limit = try reader.value(ResultLimit?.self)?.count
    skipsGuarded = try reader.value()
    namesGuarded = try reader.value()
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
