import KeychainCrypto
package import KeychainModel

/// The plaintext of a row's metadata: the attributes, then the descriptor of the secret.
///
/// The entry of an attribute is the attribute's number in the catalogue, a type and a value. Types 1 (text) and 2
/// (bytes) have a length, then the content. The length is a variable-length integer with seven bits in each byte,
/// lowest bits first. Types 3 (number) and 4 (date) have eight little-endian bytes. The entry with the number 255
/// describes the secret: 1 for a secret in the row or 2 for a secret in chunks, then the length and the nonce of the
/// secret.
///
/// A later version may write attributes that are not in the catalogue. The entries of such attributes are kept and
/// written back unchanged.
package enum MetadataCoding {
  static let secretNumber: UInt8 = 255

  /// The number of the only entry in the metadata of a guarded row. This entry contains the guard and the sealed
  /// metadata.
  static let guardNumber: UInt8 = 254

  package static func encode(
    _ attributes: AttributeSet, unknown: [UInt8] = [], _ secret: SecretDescriptor?,
    _ schema: ItemSchema
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256 + unknown.count)
    for (name, value) in attributes.entries {
      guard let attribute = schema[name] else { continue }
      bytes.append(attribute.number)
      append(value, to: &bytes)
    }
    bytes += unknown
    if let secret { append(secret, to: &bytes) }
    return bytes
  }

  /// The input of an item's digest: the attributes that are part of the digest, in catalogue order, and the nonce of
  /// the secret, which represents the content of the secret.
  package static func encodeDigested(
    _ attributes: AttributeSet, _ secret: SecretDescriptor?, _ schema: ItemSchema
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    for attribute in schema.digested {
      guard let value = attributes[attribute.name] else { continue }
      bytes.append(attribute.number)
      append(value, to: &bytes)
    }
    if let secret { append(secret, to: &bytes) }
    return bytes
  }

  private static func append(_ secret: SecretDescriptor, to bytes: inout [UInt8]) {
    bytes.append(secretNumber)
    bytes.append(secret.isChunked ? 2 : 1)
    append(length: secret.byteCount, to: &bytes)
    withUnsafeTemporaryAllocation(byteCount: SealingNonce.byteCount, alignment: 8) { buffer in
      secret.nonce.write(to: buffer)
      bytes.append(contentsOf: buffer)
    }
  }

  private static func append(_ value: AttributeValue, to bytes: inout [UInt8]) {
    switch value {
    case .string(let text):
      bytes.append(1)
      append(length: text.utf8.count, to: &bytes)
      bytes.append(contentsOf: text.utf8)
    case .data(let data):
      bytes.append(2)
      append(length: data.count, to: &bytes)
      bytes.append(contentsOf: data)
    case .number(let number):
      bytes.append(3)
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    case .date(let date):
      bytes.append(4)
      withUnsafeBytes(of: date.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  static func append(length: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(length)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads authenticated metadata.
  ///
  /// - Throws: `.decode` for bytes that no version writes.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, _ schema: ItemSchema
  ) throws(KeychainError) -> OpenedRow {
    var reader = MetadataReader(bytes)
    var attributes = AttributeSet()
    attributes.reserveCapacity(16)
    var unknown: [UInt8] = []
    var numbers = NumberSet()
    while let entry = try reader.next() {
      guard numbers.insert(entry.number) else { throw ByteReader.malformed }
      if let name = schema.name(number: entry.number) {
        attributes.append(name, entry.value)
      } else {
        // A guard is valid only as the first entry.
        guard entry.number != guardNumber else { throw ByteReader.malformed }
        append(entry, to: &unknown)
      }
    }
    return OpenedRow(attributes: attributes, unknown: unknown, secret: reader.secret)
  }

  private static func append(_ entry: MetadataReader.Entry, to bytes: inout [UInt8]) {
    bytes.append(entry.number)
    bytes.append(entry.type)
    if entry.isTextOrBytes { append(length: entry.content.count, to: &bytes) }
    bytes.append(contentsOf: entry.content)
  }
}
