package import KeychainModel

/// Reads the binary form of a property list (`bplist00`), as Apple's tools write it.
///
/// The file ends with a trailer of 32 bytes. The trailer contains the position of a table of offsets. The table
/// contains the offset of each object. Each value of the property list is an object, and the first byte of an object is
/// its kind. An array or a dictionary refers to its members by their positions in the table. Numbers are big-endian.
package struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let referenceSize: Int
  private let offsets: [Int]
  /// The number of members that the reader can still read before it rejects the file. Without this limit, a small file
  /// could require much memory, because several objects can refer to the same member.
  private var budget = 100_000

  private static let largestDepth = 16
  private static let header = Array("bplist00".utf8)
  private static let trailerByteCount = 32

  /// Whether `bytes` begins like a binary property list.
  package static func matches(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// Reads a whole property list.
  ///
  /// - Throws: `.decode` when the property list is malformed, or has values that the XML form does not support.
  package static func read(_ bytes: [UInt8]) throws(KeychainError) -> PropertyListValue {
    let trailer = bytes.count - trailerByteCount
    guard bytes.starts(with: header), trailer >= header.count else { throw malformed }
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(bytes[(trailer + 8)..<(trailer + 16)]),
      let top = number(bytes[(trailer + 16)..<(trailer + 24)]),
      let table = number(bytes[(trailer + 24)..<(trailer + 32)]),
      table >= header.count, table <= trailer, count <= (trailer - table) / offsetSize
    else { throw malformed }
    var offsets: [Int] = []
    for place in 0..<count {
      let start = table + place * offsetSize
      guard let offset = number(bytes[start..<(start + offsetSize)]), offset >= header.count,
        offset < table
      else { throw malformed }
      offsets.append(offset)
    }
    var reader = BinaryPropertyListReader(
      bytes: Array(bytes[..<table]), referenceSize: referenceSize, offsets: offsets)
    return try reader.value(top, depth: 0)
  }

  private init(bytes: [UInt8], referenceSize: Int, offsets: [Int]) {
    self.bytes = bytes
    self.referenceSize = referenceSize
    self.offsets = offsets
  }

  private static var malformed: KeychainError {
    KeychainError(.decode, "the binary property list is malformed")
  }

  /// An unsigned big-endian number; nil when the number is larger than the size of any file.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var value: UInt64 = 0
    for byte in bytes {
      guard value < 1 << 55 else { return nil }
      value = value << 8 | UInt64(byte)
    }
    return Int(exactly: value)
  }

  private func slice(_ start: Int, _ count: Int) throws(KeychainError) -> ArraySlice<UInt8> {
    guard count >= 0, start <= bytes.count, count <= bytes.count - start else {
      throw Self.malformed
    }
    return bytes[start..<(start + count)]
  }

  // MARK: Values

  private mutating func value(
    _ object: Int, depth: Int
  ) throws(KeychainError) -> PropertyListValue {
    guard offsets.indices.contains(object), depth < Self.largestDepth, budget > 0 else {
      throw Self.malformed
    }
    budget -= 1
    let start = offsets[object]
    let (kind, detail) = (bytes[start] >> 4, Int(bytes[start] & 0x0F))
    switch (kind, detail) {
    case (0, 8): return .boolean(false)
    case (0, 9): return .boolean(true)
    // An integer of eight bytes is signed. Shorter integers are unsigned.
    case (1, 0...3):
      return .integer(Int64(bitPattern: Self.bits(try slice(start + 1, 1 << detail))))
    case (2, 2):
      let bits = UInt32(truncatingIfNeeded: Self.bits(try slice(start + 1, 4)))
      return .real(Double(Float(bitPattern: bits)))
    case (2, 3): return .real(try real(start + 1))
    case (3, 3): return .date(try real(start + 1))
    default: break
    }
    let (count, first) = try length(start)
    switch kind {
    case 4: return .data(Array(try slice(first, count)))
    case 5, 6: return .string(try text(kind, first, count))
    case 10:
      return .array(try members(first, count, depth))
    case 13:
      guard count <= bytes.count else { throw Self.malformed }
      let keys = try members(first, count, depth)
      let values = try members(first + count * referenceSize, count, depth)
      var entries: [String: PropertyListValue] = [:]
      for (key, value) in zip(keys, values) {
        guard case .string(let name) = key, entries.updateValue(value, forKey: name) == nil else {
          throw Self.malformed
        }
      }
      return .dictionary(entries)
    default: throw Self.malformed
    }
  }

  private func real(_ start: Int) throws(KeychainError) -> Double {
    Double(bitPattern: Self.bits(try slice(start, 8)))
  }

  /// The bytes as one big-endian number.
  private static func bits(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The number of bytes, units or members of an object, and the position of the first byte, unit or member.
  private func length(_ start: Int) throws(KeychainError) -> (count: Int, first: Int) {
    let short = Int(bytes[start] & 0x0F)
    guard short == 15 else { return (short, start + 1) }
    let marker = try slice(start + 1, 1)[start + 1]
    guard marker >> 4 == 1, marker & 0x0F <= 3 else { throw Self.malformed }
    let size = 1 << Int(marker & 0x0F)
    guard let count = Self.number(try slice(start + 2, size)) else { throw Self.malformed }
    return (count, start + 2 + size)
  }

  /// Reads a text in ASCII or UTF-16.
  private func text(_ kind: UInt8, _ first: Int, _ count: Int) throws(KeychainError) -> String {
    if kind == 5 {
      let letters = try slice(first, count)
      guard letters.allSatisfy({ $0 < 0x80 }) else { throw Self.malformed }
      return String(decoding: letters, as: UTF8.self)
    }
    guard count <= bytes.count else { throw Self.malformed }
    let pairs = Array(try slice(first, 2 * count))
    let units = stride(from: 0, to: pairs.count, by: 2).map {
      UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw Self.malformed }
    return text
  }

  private mutating func members(
    _ first: Int, _ count: Int, _ depth: Int
  ) throws(KeychainError) -> [PropertyListValue] {
    guard count <= bytes.count else { throw Self.malformed }
    let references = try slice(first, count * referenceSize)
    var members: [PropertyListValue] = []
    for place in 0..<count {
      let start = references.startIndex + place * referenceSize
      guard let object = Self.number(references[start..<(start + referenceSize)]) else {
        throw Self.malformed
      }
      members.append(try value(object, depth: depth + 1))
    }
    return members
  }
}

extension PropertyListValue {
  /// Reads a property list in the binary form or in the XML form.
  ///
  /// - Throws: `.decode` when the property list is malformed.
  package init(file bytes: [UInt8]) throws(KeychainError) {
    self =
      BinaryPropertyListReader.matches(bytes)
      ? try BinaryPropertyListReader.read(bytes) : try PropertyListReader.read(bytes)
  }
}
