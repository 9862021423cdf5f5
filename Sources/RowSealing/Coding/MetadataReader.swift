import KeychainCrypto
package import KeychainModel

/// Reads the plaintext of a row's metadata entry by entry, without copying the plaintext.
package struct MetadataReader {
  /// An attribute in its encoded form.
  package struct Entry {
    /// The attribute's number in the catalogue of attributes.
    package let number: UInt8
    let type: UInt8
    /// The bytes of a value of type text or bytes. For other types, the eight bytes of the value.
    package let content: UnsafeRawBufferPointer
  }

  private var reader: ByteReader

  /// The descriptor of the secret; nil before its entry was read.
  package private(set) var secret: SecretDescriptor?

  package init(_ metadata: UnsafeRawBufferPointer) { reader = ByteReader(metadata) }

  /// Reads the next attribute. Returns nil at the end of the metadata.
  ///
  /// - Throws: `.decode` for bytes that no version writes.
  package mutating func next() throws(KeychainError) -> Entry? {
    while !reader.isAtEnd {
      let number = try reader.byte()
      let type = try reader.byte()
      guard number == MetadataCoding.secretNumber else {
        return Entry(number: number, type: type, content: try content(type))
      }
      let length = try reader.length()
      guard length <= SecretDescriptor.largestByteCount else { throw ByteReader.malformed }
      guard let nonce = SealingNonce(try reader.bytes(SealingNonce.byteCount)) else {
        throw ByteReader.malformed
      }
      secret = SecretDescriptor(isChunked: type == 2, nonce: nonce, byteCount: length)
    }
    return nil
  }

  private mutating func content(_ type: UInt8) throws(KeychainError) -> UnsafeRawBufferPointer {
    switch type {
    case 1, 2: try reader.bytes(try reader.length())
    case 3, 4: try reader.bytes(8)
    default: throw ByteReader.malformed
    }
  }
}

extension MetadataReader.Entry {
  package var isText: Bool { type == 1 }

  /// Whether the value is text or bytes, which are compared in the same way.
  package var isTextOrBytes: Bool { type <= 2 }

  /// A copy of the value.
  package var value: AttributeValue {
    switch type {
    case 1: .string(String(decoding: content, as: UTF8.self))
    case 2: .data([UInt8](content))
    case 3: .number(Int64(bitPattern: number64))
    default: .date(Double(bitPattern: number64))
    }
  }

  private var number64: UInt64 { UInt64(littleEndian: content.loadUnaligned(as: UInt64.self)) }
}
