/// The size of a message that is being written.
///
/// sd-bus does not refuse a message that is too large for the bus, and the bus ends the connection that sends one. So the
/// size is computed here before a value is appended. The format is that of the D-Bus specification, "Message Protocol".
struct MessageSize {
  /// The largest size of the contents of an array, and of a message, in bytes.
  static let largestArrayByteCount = 64 << 20
  private static let largestMessageByteCount = 128 << 20
  /// The room for the header. Its largest fields are a path and the text of an error.
  private static let headerByteCount = 64 << 10

  private(set) var byteCount = 0
  /// The positions of the contents of the open arrays. A container that is no array has the entry nil.
  private var starts: [Int?] = []

  /// Counts a value.
  ///
  /// - Throws: `LimitsExceeded` when the message, or an array in it, gets too large.
  mutating func add(_ count: Int, alignment: Int) throws(BusError) {
    align(alignment)
    byteCount += count
    guard byteCount <= Self.largestMessageByteCount - Self.headerByteCount else {
      throw .limitsExceeded("the reply has more than 128 MiB")
    }
    // An array contains every array that was opened after it.
    if let start = starts.first(where: { $0 != nil }) ?? nil { try Self.check(byteCount - start) }
  }

  /// Counts a text or a path.
  mutating func add(text count: Int) throws(BusError) { try add(4 + count + 1, alignment: 4) }

  /// Counts a signature.
  mutating func add(signature count: Int) throws(BusError) { try add(1 + count + 1, alignment: 1) }

  /// Counts an array of bytes.
  mutating func add(bytes count: Int) throws(BusError) {
    try Self.check(count)
    try add(4 + count, alignment: 4)
  }

  /// Counts the beginning of a container.
  mutating func open(_ type: Unicode.Scalar, _ contents: StaticString) throws(BusError) {
    switch type {
    case "a":
      try add(4, alignment: 4)
      align(Self.alignment(contents))
      starts.append(byteCount)
    case "v":
      try add(signature: contents.utf8CodeUnitCount)
      starts.append(nil)
    default:
      align(8)
      starts.append(nil)
    }
  }

  mutating func close() { _ = starts.popLast() }

  private mutating func align(_ alignment: Int) {
    byteCount = (byteCount + alignment - 1) / alignment * alignment
  }

  private static func check(_ count: Int) throws(BusError) {
    guard count <= largestArrayByteCount else { throw .limitsExceeded("the reply has an array of more than 64 MiB") }
  }

  /// The alignment of the members of an array.
  private static func alignment(_ contents: StaticString) -> Int {
    switch Unicode.Scalar(contents.utf8Start.pointee) {
    case "(", "{", "t", "x", "d": 8
    case "y", "g", "v": 1
    case "n", "q": 2
    default: 4
    }
  }
}
