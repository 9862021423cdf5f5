import KeychainCrypto
import KeychainModel
import RowSealing

/// An item in a backup.
///
/// Encoding: class (its four characters) ‖ row identifier (16 bytes) ‖ length of the attributes (4
/// bytes, little-endian) ‖ attributes as in a row (`MetadataCoding`) ‖ secret as in a row
/// (`SecretContent`). An item without a secret has no bytes after its attributes.
struct BackupRecord: Equatable {
  let itemClass: ItemClass
  var identifier: RowIdentifier
  var attributes: AttributeSet
  /// The encoded attributes that are not in the catalogue of attributes.
  var unknown: [UInt8]
  var secret: SecretContent

  var schema: ItemSchema { ItemSchema.of(itemClass) }

  init(
    _ itemClass: ItemClass, _ identifier: RowIdentifier, _ attributes: AttributeSet,
    unknown: [UInt8] = [], _ secret: SecretContent
  ) {
    self.itemClass = itemClass
    self.identifier = identifier
    self.attributes = attributes
    self.unknown = unknown
    self.secret = secret
  }

  /// The rules that an import checks. One record that breaks them prevents the restoration of all others, so an export
  /// leaves such an item out.
  ///
  /// - Parameter unknownByteCount: The number of encoded bytes of the attributes that are not in the catalogue.
  /// - Throws: The errors of `ProtectionRules.check`; `.dataTooLarge` for attributes that no item may have.
  static func requireRestorable(_ attributes: AttributeSet, beside unknownByteCount: Int) throws(KeychainError) {
    try ProtectionRules.check(attributes)
    try attributes.requireStorableSizes()
    try attributes.requireStorable(beside: unknownByteCount)
  }

  /// Overwrites the secret and all copies of it.
  func wipeSecret() { secret.wipeEverywhere() }

  /// The encoded record. The caller must wipe the bytes.
  var encoded: [UInt8] {
    var metadata = MetadataCoding.encode(attributes, unknown: unknown, nil, schema)
    var sealed = secret.isEmpty ? [] : secret.encoded(schema)
    defer {
      metadata.wipe()
      sealed.wipe()
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24 + metadata.count + sealed.count)
    bytes += itemClass.code.bytes
    bytes += identifier.bytes
    withUnsafeBytes(of: UInt32(metadata.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes += metadata
    bytes += sealed
    return bytes
  }

  /// Decodes a record. Keeps the attributes that are not in the catalogue.
  ///
  /// - Throws: `.decode` for malformed bytes.
  init(decoding bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var reader = ByteReader(bytes)
    let code = try reader.bytes(4)
    guard let itemClass = ItemClass(rawValue: String(decoding: code, as: UTF8.self)),
      ItemClass.stored.contains(itemClass),
      let identifier = RowIdentifier(try reader.bytes(RowIdentifier.byteCount))
    else { throw BackupReader.damaged }
    self.itemClass = itemClass
    self.identifier = identifier
    let schema = ItemSchema.of(itemClass)
    let length = Int(UInt32(littleEndian: try reader.bytes(4).loadUnaligned(as: UInt32.self)))
    let content = try MetadataCoding.decode(try reader.bytes(length), schema)
    attributes = content.attributes
    unknown = content.unknown
    if reader.isAtEnd {
      secret = SecretContent(data: nil)
    } else {
      secret = try SecretContent(
        decoding: try reader.bytes(bytes.count - 24 - length), schema)
    }
  }

  /// The digest of the record without the row identifier and the digest attribute. Every device computes the same
  /// digest. The digest selects one of two states of an item that have the same modification date.
  func contentDigest() throws(KeychainError) -> [UInt8] {
    var copy = self
    copy.identifier = RowIdentifier(high: 0, low: 0)
    copy.attributes = AttributeSet()
    for attribute in schema.attributes where attribute.name != .digest {
      if let value = attributes[attribute.name] { copy.attributes.append(attribute.name, value) }
    }
    var bytes = copy.encoded
    defer { bytes.wipe() }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
      try SHA256Digest.digest(of: UnsafeRawBufferPointer(bytes))
    }
  }
}
