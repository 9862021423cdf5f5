import KeychainFiles
import KeychainModel

/// Reads the fields of a handshake from start to end.
struct FieldReader {
  private let source: UnsafeRawBufferPointer
  private var position = 0

  init(_ source: UnsafeRawBufferPointer) { self.source = source }

  var isAtEnd: Bool { position == source.count }

  mutating func bytes(_ count: Int) throws(KeychainError) -> [UInt8] {
    guard count <= source.count - position else { throw PacketHeader.malformed }
    defer { position += count }
    return Array(source[position..<position + count])
  }

  /// Bytes that may be secret.
  mutating func wipedBytes(_ count: Int) throws(KeychainError) -> WipedBytes {
    guard count <= source.count - position else { throw PacketHeader.malformed }
    var copy = WipedBytes(count: count)
    let field = UnsafeRawBufferPointer(rebasing: source[position..<position + count])
    copy.withUnsafeMutableBytes { $0.copyMemory(from: field) }
    position += count
    return copy
  }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(KeychainError) -> Number {
    let size = MemoryLayout<Number>.size
    guard size <= source.count - position else { throw PacketHeader.malformed }
    defer { position += size }
    return Number(littleEndian: source.loadUnaligned(fromByteOffset: position, as: Number.self))
  }

  mutating func text() throws(KeychainError) -> String {
    guard let text = String(validating: try bytes(Int(try number(UInt16.self))), as: UTF8.self) else {
      throw PacketHeader.malformed
    }
    return text
  }

  mutating func texts() throws(KeychainError) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try number(UInt16.self)) { texts.append(try text()) }
    return texts
  }
}

/// Writes the fields of a handshake.
struct FieldWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ content: some Collection<UInt8>) { bytes.append(contentsOf: content) }

  mutating func number(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { append($0) }
  }

  /// Writes a text of at most 65 535 bytes. The names of groups and applications are shorter, because manifests are.
  mutating func text(_ text: String) {
    let content = Array(text.utf8.prefix(Int(UInt16.max)))
    number(UInt16(content.count))
    append(content)
  }

  /// Writes at most 65 535 texts. A manifest is too short for more.
  mutating func texts(_ texts: [String]) {
    let texts = texts.prefix(Int(UInt16.max))
    number(UInt16(texts.count))
    for text in texts { self.text(text) }
  }
}
