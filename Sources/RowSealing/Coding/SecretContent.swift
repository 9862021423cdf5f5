import KeychainCrypto
package import KeychainModel

/// The content of an item's sealed secret: its data, and the further secrets of an internet password.
///
/// The encoding without further secrets is 0 and the data. The encoding with further secrets is 1 and entries. Each
/// entry is a number (254 for the data, else the number of the attribute), a length and bytes. Entries of a later
/// version are kept.
package struct SecretContent: Sendable, Equatable {
  package var data: [UInt8]?
  package var further = AttributeSet()
  /// The encoded attributes that are not in the catalogue of attributes.
  private(set) var unknown: [UInt8] = []

  private static let dataNumber: UInt8 = 254

  package init(data: [UInt8]?, further: AttributeSet = AttributeSet()) {
    self.data = data
    self.further = further
  }

  package var isEmpty: Bool { data == nil && further.isEmpty && unknown.isEmpty }

  /// Overwrites the memory of the secrets. Copies that share this memory are overwritten, too.
  package func wipeEverywhere() {
    data?.wipeEverywhere()
    unknown.wipeEverywhere()
    for case .data(let content) in further.entries.map(\.value) { content.wipeEverywhere() }
  }

  package func encoded(_ schema: ItemSchema) -> [UInt8] {
    // The capacity is reserved, because an array that grows leaves its old content in memory.
    var bytes: [UInt8] = []
    if let data, further.isEmpty, unknown.isEmpty {
      bytes.reserveCapacity(1 + data.count)
      bytes.append(0)
      bytes += data
      return bytes
    }
    bytes.reserveCapacity(encodedByteCountAtMost)
    bytes.append(1)
    if let data { Self.append(Self.dataNumber, data, to: &bytes) }
    for (name, value) in further.entries {
      guard case .data(let content) = value, let attribute = schema[name] else { continue }
      Self.append(attribute.number, content, to: &bytes)
    }
    bytes += unknown
    return bytes
  }

  private var encodedByteCountAtMost: Int {
    further.entries.reduce(16 + (data?.count ?? 0) + unknown.count) { sum, entry in
      guard case .data(let content) = entry.value else { return sum }
      return sum + 16 + content.count
    }
  }

  private static func append(_ number: UInt8, _ content: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(number)
    MetadataCoding.append(length: content.count, to: &bytes)
    bytes.append(contentsOf: content)
  }

  /// - Throws: `.decode` for bytes that no version writes.
  package init(decoding bytes: UnsafeRawBufferPointer, _ schema: ItemSchema) throws(KeychainError) {
    var reader = ByteReader(bytes)
    switch try reader.byte() {
    case 0: data = [UInt8](try reader.bytes(bytes.count - 1))
    case 1:
      var numbers = NumberSet()
      while !reader.isAtEnd {
        let number = try reader.byte()
        guard numbers.insert(number) else { throw ByteReader.malformed }
        let content = [UInt8](try reader.bytes(try reader.length()))
        if number == Self.dataNumber {
          data = content
        } else if let attribute = schema.attribute(number: number) {
          further.append(attribute.name, .data(content))
        } else {
          // The capacity is reserved, because an array that grows leaves its old content in memory.
          if unknown.isEmpty { unknown.reserveCapacity(bytes.count) }
          Self.append(number, content, to: &unknown)
          content.wipeEverywhere()
        }
      }
    default: throw ByteReader.malformed
    }
  }
}

/// The description of a secret in the sealed metadata of its row. The nonce is stored only in this description, so the
/// metadata identifies exactly one secret.
package struct SecretDescriptor: Sendable, Equatable {
  /// Whether the secret is in chunks instead of in the row.
  var isChunked: Bool
  var nonce: SealingNonce
  /// The size of the encoded secret before sealing.
  package var byteCount: Int

  /// The largest size in bytes of an encoded secret in a row. A larger secret is stored in chunks.
  static let inlineByteCount = 16_384

  /// The size in bytes of the largest encoded secret: the data and the further secrets of an item, each at its size limit,
  /// with their encoding.
  static let largestByteCount = Limits.secretByteCount + 6 * Limits.attributeByteCount + 1024
}
