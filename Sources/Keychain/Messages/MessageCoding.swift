import KeychainModel
import RowSealing

// The encoding of calls and replies (docs/service.md). Numbers are little-endian. Lengths and counts have 4 bytes.
// There is no padding. Every value is checked when the value is read. A message ends with its last value.

/// A value that a message can contain.
protocol MessageValue {
  /// - Throws: `.decode` when the bytes are not a valid value.
  init(from reader: inout MessageReader) throws(KeychainError)
  /// - Throws: `.dataTooLarge` for a value of 4 GiB or more; `.notAvailable` in a forked child for a secret of the
  ///   parent process.
  func write(to writer: inout MessageWriter) throws(KeychainError)
}

/// Reads a message from start to end.
struct MessageReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  /// Counts the memory of the values.
  var meter: ValueMeter

  /// - Parameter claim: Counts the memory of the values; nil when it is not counted.
  init(_ bytes: UnsafeRawBufferPointer, _ claim: MemoryClaim? = nil) {
    self.bytes = bytes
    meter = ValueMeter(claim)
  }

  static var malformed: KeychainError { KeychainError(.decode, "a message is malformed") }

  private var rest: Int { bytes.count - position }

  /// Takes the next bytes. The bytes are valid as long as the message exists.
  mutating func take(_ count: Int) throws(KeychainError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= rest else { throw Self.malformed }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(KeychainError) -> Number {
    let size = MemoryLayout<Number>.size
    guard size <= rest else { throw Self.malformed }
    let number = bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
    position += size
    return Number(littleEndian: number)
  }

  mutating func byteString() throws(KeychainError) -> UnsafeRawBufferPointer {
    try take(Int(try number(UInt32.self)))
  }

  /// Reads the number of the elements that follow. Every element has at least one byte, so the number is at most the
  /// number of remaining bytes.
  mutating func count() throws(KeychainError) -> Int {
    let count = Int(try number(UInt32.self))
    guard count <= rest else { throw Self.malformed }
    return count
  }

  /// Reads the elements of a list. The memory of the list is counted before it is allocated.
  ///
  /// - Throws: `.decode` for a list of more than `largest` elements; the errors of `ValueMeter.addList`.
  mutating func list<Element: MessageValue>(atMost largest: Int = .max) throws(KeychainError) -> [Element] {
    let count = try count()
    guard count <= largest else { throw Self.malformed }
    try meter.addList(of: Element.self, count: count)
    var list: [Element] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try value()) }
    return list
  }

  mutating func value<Value: MessageValue>(
    _ type: Value.Type = Value.self
  ) throws(KeychainError) -> Value {
    try Value(from: &self)
  }

  /// - Throws: `.decode` when bytes are left.
  func requireEnd() throws(KeychainError) {
    guard rest == 0 else { throw Self.malformed }
  }
}

/// Builds a message. The message may contain secrets, so its owner must wipe the message.
struct MessageWriter {
  /// The message, and free space behind the message.
  private var bytes: [UInt8]
  private var byteCount = 0

  /// - Parameter byteCount: The expected size of the message.
  private init(reserving byteCount: Int) { bytes = Self.space(byteCount) }

  /// Builds a message of this version. Wipes the message when `body` throws.
  ///
  /// - Parameter byteCount: The expected size of the message; 0 when it is not known.
  static func message(
    reserving byteCount: Int = 0, _ body: (inout MessageWriter) throws(KeychainError) -> Void
  ) throws(KeychainError) -> [UInt8] {
    try bytes(reserving: byteCount) { (writer) throws(KeychainError) in
      writer.number(Call.messageVersion)
      try body(&writer)
    }
  }

  /// Builds the bytes of values without a version. Wipes the bytes when `body` throws.
  static func bytes(
    reserving byteCount: Int = 0, _ body: (inout MessageWriter) throws(KeychainError) -> Void
  ) throws(KeychainError) -> [UInt8] {
    var writer = MessageWriter(reserving: byteCount)
    do throws(KeychainError) {
      try body(&writer)
    } catch {
      writer.bytes.wipe()
      throw error
    }
    writer.bytes.removeLast(writer.bytes.count - writer.byteCount)
    return writer.bytes
  }

  /// The space of a small message. A copy of these bytes is made faster than a new array.
  private static let smallSpace = [UInt8](repeating: 0, count: 256)

  /// Bytes without a defined content. Every byte is written before it becomes a part of the message. The pages of a large
  /// space use no memory before they are written.
  private static func space(_ byteCount: Int) -> [UInt8] {
    guard byteCount > smallSpace.count else { return smallSpace }
    return [UInt8](unsafeUninitializedCapacity: byteCount) { _, count in count = byteCount }
  }

  /// Takes the next bytes of the space, and returns their position.
  private mutating func take(_ count: Int) -> Int {
    if count > bytes.count - byteCount { grow(by: count) }
    defer { byteCount += count }
    return byteCount
  }

  /// Enlarges the space without leaving a copy of secrets in memory.
  private mutating func grow(by count: Int) {
    var larger = Self.space(byteCount + count + byteCount / 2)
    larger.withUnsafeMutableBytes { larger in
      bytes.withUnsafeBytes { larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<byteCount])) }
    }
    bytes.wipe()
    bytes = larger
  }

  mutating func append(_ content: some Collection<UInt8>) {
    let count = content.count
    let position = take(count)
    bytes.withUnsafeMutableBytes { $0[position..<position + count].copyBytes(from: content) }
  }

  mutating func number<Number: FixedWidthInteger>(_ number: Number) {
    let position = take(MemoryLayout<Number>.size)
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: position, as: Number.self) }
  }

  mutating func byteString(_ content: some Collection<UInt8>) throws(KeychainError) {
    try count(content.count)
    append(content)
  }

  mutating func count(_ count: Int) throws(KeychainError) {
    guard let count = UInt32(exactly: count) else {
      throw KeychainError(.dataTooLarge, "a value is too large for a message")
    }
    number(count)
  }

  mutating func value(_ value: some MessageValue) throws(KeychainError) {
    try value.write(to: &self)
  }
}

// MARK: Plain values

extension Bool: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    switch try reader.number(UInt8.self) {
    case 0: self = false
    case 1: self = true
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) { writer.number(UInt8(self ? 1 : 0)) }
}

extension UInt32: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) { self = try reader.number() }
  func write(to writer: inout MessageWriter) { writer.number(self) }
}

extension Int32: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) { self = try reader.number() }
  func write(to writer: inout MessageWriter) { writer.number(self) }
}

extension UInt64: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) { self = try reader.number() }
  func write(to writer: inout MessageWriter) { writer.number(self) }
}

extension Int64: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) { self = try reader.number() }
  func write(to writer: inout MessageWriter) { writer.number(self) }
}

/// A number of items or bytes.
extension Int: MessageValue {
  /// The largest number in a message. The sum of all numbers in a message does not overflow.
  private static let largest: Int64 = 1 << 40

  /// - Throws: `.decode` for a negative number, and for a number that no keychain has.
  init(from reader: inout MessageReader) throws(KeychainError) {
    let number = try reader.number(Int64.self)
    guard (0...Self.largest).contains(number) else { throw MessageReader.malformed }
    self = Int(number)
  }

  func write(to writer: inout MessageWriter) { writer.number(Int64(self)) }
}

/// The largest number of results of a request. Any number that is not negative is valid.
struct ResultLimit: MessageValue {
  let count: Int

  init(_ count: Int) { self.count = count }

  init(from reader: inout MessageReader) throws(KeychainError) {
    let number = try reader.number(Int64.self)
    guard number >= 0 else { throw MessageReader.malformed }
    count = Int(number)
  }

  func write(to writer: inout MessageWriter) { writer.number(Int64(count)) }
}

extension Double: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(bitPattern: try reader.number())
  }

  func write(to writer: inout MessageWriter) { writer.number(bitPattern) }
}

extension String: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    let bytes = try reader.byteString()
    try reader.meter.addObject()
    guard let text = String(utf8: bytes) else { throw MessageReader.malformed }
    self = text
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.byteString(utf8)
  }
}

/// A byte string, encoded as its length and its bytes.
struct ByteString: MessageValue {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(from reader: inout MessageReader) throws(KeychainError) {
    let content = try reader.byteString()
    try reader.meter.addObject()
    bytes = Array(content)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) { try writer.byteString(bytes) }
}

extension Optional: MessageValue where Wrapped: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self = try reader.value(Bool.self) ? try reader.value(Wrapped.self) : nil
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(self != nil)
    if let self { try writer.value(self) }
  }
}

extension Array: MessageValue where Element: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self = try reader.list()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.count(count)
    for element in self { try writer.value(element) }
  }
}

extension MessageReader {
  /// Reads a byte string that may be absent.
  mutating func optionalBytes() throws(KeychainError) -> [UInt8]? {
    try value(ByteString?.self)?.bytes
  }

  /// Reads an enumeration case, which is encoded as its position in `choices`.
  mutating func choice<Choice>(_ choices: [Choice]) throws(KeychainError) -> Choice {
    let number = Int(try number(UInt8.self))
    guard choices.indices.contains(number) else { throw Self.malformed }
    return choices[number]
  }
}

extension MessageWriter {
  mutating func optionalBytes(_ bytes: [UInt8]?) throws(KeychainError) {
    try value(bytes.map(ByteString.init))
  }

  mutating func choice<Choice: Equatable>(
    _ choice: Choice, of choices: [Choice]
  ) throws(KeychainError) {
    guard let number = choices.firstIndex(of: choice) else { throw MessageReader.malformed }
    self.number(UInt8(number))
  }
}
