import KeychainModel
import KeychainStore
import RowSealing
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of attributes that a later version wrote. This version keeps these attributes, but does not show them.
@Suite struct UnknownAttributesTests {
  /// The encoded entries of four attributes: a text, bytes, a number and a date. No item class has attributes with
  /// these numbers.
  private static let entries: [UInt8] = {
    var bytes: [UInt8] = [200, 1, 2, 0x68, 0x69]
    bytes += [201, 2, 3, 0, 255, 254]
    bytes += [202, 3] + [1, 2, 3, 4, 5, 6, 7, 8]
    bytes += [203, 4] + [8, 7, 6, 5, 4, 3, 2, 1]
    return bytes
  }()
  /// The tag of the first attribute in `entries`.
  private static let tag: [UInt8] = [200, 9, 9, 9, 9, 9, 9, 9, 9]
  /// An additional secret: its number, its length and its bytes.
  private static let furtherSecret: [UInt8] = [204, 3, 5, 6, 7]

  private let device: BackupDevice
  private let schema = ItemSchema.of(.genericPassword)
  private let query = ItemQuery(
    .genericPassword, attributes: AttributeSet([.account: .string("account")]),
    isSynchronizable: nil)

  init() throws {
    device = try BackupDevice()
    try device.add("mail", secret: [1, 2, 3])
    try device.keychain.write(isSynchronizable: { _ in false }) {
      [schema] (session) throws(KeychainError) in
      var row = try Self.row(session)
      guard var content = try session.sealer.open(row, schema).content else {
        throw KeychainError(.decode, "the row does not open")
      }
      let plaintext: [UInt8] = [1, 254, 3, 1, 2, 3] + Self.furtherSecret
      let decoded = plaintext.withUnsafeBytes { try? SecretContent(decoding: $0, schema) }
      guard let secret = decoded else { throw KeychainError(.decode, "the secret is malformed") }
      (content.secret, _) = try session.sealer.sealSecret(
        secret, content.attributes, nil, into: &row, schema)
      content.unknown = Self.entries
      row.tags += Self.tag
      try session.sealer.sealMetadata(content, nil, into: &row, schema)
      try session.connection.update(row, in: .genericPassword)
    }
  }

  private static func row(_ session: ItemSession) throws(KeychainError) -> ItemRow {
    var rows: [ItemRow] = []
    try session.connection.forEachRow(of: .genericPassword) { (_, row) in
      if let row { rows.append(row) }
      return true
    }
    guard rows.count == 1 else { throw KeychainError(.decode, "there is another number of rows") }
    return rows[0]
  }

  private func expectKept(_ keychain: LocalKeychain? = nil, withTag: Bool = true) throws {
    try (keychain ?? device.keychain).read { [schema] (session) throws(KeychainError) in
      let row = try Self.row(session)
      let content = try session.sealer.open(row, schema).content
      #expect(content?.unknown == Self.entries)
      #expect(row.tags.suffix(9).elementsEqual(Self.tag) == withTag)
      guard let content else { return }
      let secret = try session.openSecret(of: row, content, schema).encoded(schema)
      #expect(secret.suffix(5).elementsEqual(Self.furtherSecret))
    }
  }

  private func update(_ changes: AttributeSet, secret: [UInt8]? = nil) throws(KeychainError) {
    _ = try device.keychain.perform(
      .update(UpdateRequest(query, changes: changes, secret: secret)), as: BackupDevice.caller)
  }

  @Test func searchesDoNotShowThem() throws {
    try expectKept()
    let items = try device.items()
    #expect(items.count == 1)
    #expect(items[0].secret.data == [1, 2, 3])
    #expect(items[0].attributes.entries.allSatisfy { schema[$0.name] != nil })
  }

  @Test(
    arguments: [
      [.comment: .string("new")], [.label: .string("new")], [.service: .string("new")],
      [.accessible: .string("ck")], [.accessible: .string("cku")],
    ] as [KeyValuePairs<AttributeName, AttributeValue>])
  func updatesKeepThem(_ changes: KeyValuePairs<AttributeName, AttributeValue>) throws {
    try update(AttributeSet(changes))
    try expectKept()
    #expect(try device.items()[0].attributes[changes[0].key] == changes[0].value)
  }

  /// The attributes of an item have a largest size together, also those of a later version.
  @Test func attributesThatAreTooLargeTogetherAreNotStored() throws {
    func write(_ count: Int) throws {
      try device.keychain.write(isSynchronizable: { _ in false }) { [schema] (session) throws(KeychainError) in
        var row = try Self.row(session)
        guard var content = try session.sealer.open(row, schema).content else { throw BackupReader.damaged }
        content.unknown = [200, 2] + (0..<3).map { UInt8(truncatingIfNeeded: count >> (7 * $0)) | 0x80 }
        content.unknown += [UInt8(count >> 21)] + [UInt8](repeating: 1, count: count)
        try session.sealer.sealMetadata(content, nil, into: &row, schema)
        try session.connection.update(row, in: .genericPassword)
      }
    }
    try write(Limits.attributesByteCount - 4096)
    try update(AttributeSet([.comment: .string("new")]))
    try write(Limits.attributesByteCount)
    #expect(failure { try update(AttributeSet([.comment: .string("newer")])) }?.code == .dataTooLarge)
    #expect(try device.items()[0].attributes[.comment] == .string("new"))
  }

  @Test func updatesOfTheSecretKeepThem() throws {
    try update(AttributeSet(), secret: [4, 5])
    try expectKept()
    #expect(try device.items()[0].secret.data == [4, 5])
    let long = [UInt8](repeating: 7, count: 100_000)
    try update(AttributeSet(), secret: long)
    try expectKept()
    #expect(try device.items()[0].secret.data == long)
  }

  @Test func rotationKeepsThem() throws {
    _ = try device.keychain.rotateKeys()
    try expectKept()
  }

  @Test func repairKeepsThem() throws {
    let folder = device.machine.folder
    device.keychain.close()
    var database = try folder.read("keychain.db")
    database.replaceSubrange(0..<16, with: [UInt8](repeating: 7, count: 16))
    try folder.write(database, to: "keychain.db")
    #expect(try device.keychain.repair()?.counts.map(\.found) == [1, 0, 0, 0])
    try expectKept()
  }

  /// A backup does not contain the tag of an attribute, because a tag depends on the keys of a keychain and on the row.
  @Test func backupsKeepThemWithoutTheirTags() throws {
    let folder = try TemporaryDirectory()
    try device.export(to: folder)
    let other = try BackupDevice()
    #expect(try other.restore(from: folder).added == 1)
    try expectKept(other.keychain, withTag: false)
    try device.delete("mail")
    #expect(try device.restore(from: folder).added == 1)
    try expectKept(withTag: false)
  }

  @Test func tombstonesDoNotHaveThem() throws {
    try update(AttributeSet([.synchronizable: .number(1)]))
    try expectKept()
    try device.delete("mail")
    try device.keychain.read { [schema] (session) throws(KeychainError) in
      let row = try Self.row(session)
      #expect(row.isTombstone)
      #expect(stride(from: 0, to: row.tags.count, by: 9).allSatisfy { row.tags[$0] != 200 })
      #expect(try session.sealer.open(row, schema).content?.unknown == [])
    }
  }
}
