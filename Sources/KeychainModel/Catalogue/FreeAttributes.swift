/// A map of names and values that a program such as the Secret Service gives to an item in addition to the attributes
/// of the catalogue. Names and values are texts, which are compared byte for byte. A name occurs only once.
///
/// An item stores the map as one attribute, `AttributeName.freeAttributes`. The encoding is canonical: equal maps have
/// equal bytes. A pair is a name with its value. The pairs are ordered by the bytes of their names. The encoding of a
/// pair is: length of the name (4 bytes, little-endian) ‖ name ‖ length of the value (4 bytes, little-endian) ‖ value.
/// Name and value are in UTF-8.
package struct FreeAttributes: Sendable, Equatable {
  package struct Pair: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    package static func == (one: Pair, other: Pair) -> Bool {
      one.name.isIdentical(to: other.name) && one.value.isIdentical(to: other.value)
    }
  }

  /// The pairs, ordered by the bytes of their names.
  package let pairs: [Pair]

  /// The largest size of an encoded map in bytes. The limit is greater than any known program needs.
  package static let largestByteCount = 1 << 20
  /// The size of an encoded pair whose name has one byte and whose value is empty. One pair can also have an empty name.
  package static let smallestPairByteCount = 9

  /// About as many bytes as an operation uses for a map at most: for its pairs, and for the entries of its index. A pair of
  /// an empty value and a short name needs many times as many bytes as its encoding.
  package static func memoryByteCount(ofEncoded encodedByteCount: Int) -> Int {
    encodedByteCount > largestByteCount ? 0 : 12 * encodedByteCount
  }

  /// - Throws: `.parameter` if a name occurs twice, or if the encoded size exceeds one mebibyte.
  package init(_ pairs: [Pair]) throws(KeychainError) {
    self.pairs = pairs.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (pair, next) in zip(self.pairs, self.pairs.dropFirst())
    where pair.name.isIdentical(to: next.name) {
      throw KeychainError(.parameter, "a free attribute is there twice")
    }
    let byteCount = pairs.reduce(0) { $0 + 8 + $1.name.utf8.count + $1.value.utf8.count }
    guard byteCount <= Self.largestByteCount else {
      throw KeychainError(
        .parameter, "the free attributes have more than \(Self.largestByteCount) bytes")
    }
  }

  /// - Throws: The same errors as the initializer that takes an array.
  package init(_ pairs: KeyValuePairs<String, String>) throws(KeychainError) {
    try self.init(pairs.map { Pair($0.key, $0.value) })
  }

  package var isEmpty: Bool { pairs.isEmpty }

  /// Whether a map contains all pairs of this map.
  ///
  /// - Parameter encoded: The encoding of the map. It is not decoded, and bytes after the last pair of this map are not
  ///   examined. An incomplete pair is not contained.
  package func isContained(inEncoded encoded: UnsafeRawBufferPointer) -> Bool {
    var rest = encoded[...]
    // Both lists are ordered by name, so one pass over each list suffices.
    return pairs.allSatisfy { pair in
      while let name = Self.part(&rest), let value = Self.part(&rest) {
        guard pair.name.withBytes({ $0.isIdentical(to: name) }) else { continue }
        return pair.value.withBytes { $0.isIdentical(to: value) }
      }
      return false
    }
  }

  // MARK: Encoding

  /// The value of the attribute `AttributeName.freeAttributes`.
  package var value: AttributeValue { .data(encoded) }

  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for pair in pairs {
      for text in [pair.name, pair.value] {
        withUnsafeBytes(of: UInt32(text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: text.utf8)
      }
    }
    return bytes
  }

  /// Decodes the value of an attribute. Returns nil if the value is not the canonical encoding of a map.
  package init?(_ value: AttributeValue) {
    guard case .data(let bytes) = value, bytes.count <= Self.largestByteCount,
      let pairs = bytes.withUnsafeBytes({ Self.pairs($0) })
    else { return nil }
    self.pairs = pairs
  }

  private static func pairs(_ encoded: UnsafeRawBufferPointer) -> [Pair]? {
    var rest = encoded[...]
    var pairs: [Pair] = []
    while !rest.isEmpty {
      guard let name = text(&rest), let value = text(&rest) else { return nil }
      if let last = pairs.last, !last.name.utf8.lexicographicallyPrecedes(name.utf8) { return nil }
      pairs.append(Pair(name, value))
    }
    return pairs
  }

  private static func text(_ rest: inout Slice<UnsafeRawBufferPointer>) -> String? {
    part(&rest).flatMap { String(utf8: $0) }
  }

  /// Takes the bytes of the next name or value from an encoding. Nil at the end, and if the length is wrong.
  private static func part(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer? {
    guard rest.count >= 4 else { return nil }
    let count = Int(UInt32(littleEndian: UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: UInt32.self)))
    rest = rest.dropFirst(4)
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }
}
