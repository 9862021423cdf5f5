import KeychainCrypto
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Builds and writes rows from items: columns, blind values, tags, digest and sealed parts.
///
/// All changes of items go through this type, so the table of changes records every change of a synchronizable item. A
/// key rotation does not use this type, because a rotation seals rows again without changing items.
struct RowWriter {
  let session: ItemSession
  let schema: ItemSchema

  private var sealer: RowSealer { session.sealer }
  private var connection: Connection { session.connection }

  /// How a write changes the secret.
  enum SecretChange {
    /// Seals a secret.
    case set(SecretContent)
    /// Keeps the sealed secret, whose key stays the same. This case is not allowed if the access control of the item
    /// requires proofs before or after the write.
    case carry(sealed: [UInt8]?, SecretDescriptor?)
  }

  /// Inserts a row, or replaces a row.
  ///
  /// - Parameters:
  ///   - attributes: All attributes, including group, accessibility, dates and defaults.
  ///   - unknown: Encoded attributes that are not in the catalogue. The item keeps these attributes.
  ///   - uniqueness: The result of `uniqueness(of:)`, if known.
  ///   - before: The row to replace; nil to insert a row at the end of the creation order.
  /// - Returns: The attributes with the digest.
  @discardableResult
  func write(
    _ attributes: AttributeSet, unknown: [UInt8] = [], _ secret: SecretChange,
    identifier: RowIdentifier, uniqueness: BlindValue? = nil, replacing before: ItemRow?
  ) throws(KeychainError) -> AttributeSet {
    var row = try columns(attributes, identifier, uniqueness)
    row.number = before?.number ?? 0
    row.policy = policy(of: attributes, after: secret, movingTo: row.accessGroup, replacing: before)
    // Tags depend on the row identifier, so the tags are kept only when the identifier stays the same.
    if let before, !unknown.isEmpty, before.identifier == identifier { row.tags = before.tags }
    let (content, chunks) = try seal(
      attributes, unknown: unknown, secret, into: &row, known: nil)
    try store(row, content.attributes, chunks, before)
    return content.attributes
  }

  /// Replaces the content and tags of a row. All other columns stay the same.
  ///
  /// - Parameters:
  ///   - before: The old content. Tags of unchanged attributes are kept.
  ///   - after: All attributes of the new content.
  func rewrite(
    _ row: ItemRow, _ before: OpenedRow, to after: AttributeSet, _ secret: SecretChange
  ) throws(KeychainError) {
    var new = row
    let known = RowTags.Known(attributes: before.attributes, tags: row.tags)
    let (_, chunks) = try seal(
      after, unknown: before.unknown, secret, into: &new, known: known)
    try connection.updateContent(of: new, in: schema.itemClass)
    try storeChunks(chunks, of: new, isNew: false)
    try recordChange(of: new, replacing: row)
  }

  /// Replaces a locked item with a tombstone.
  ///
  /// The item cannot be read. The tombstone keeps the columns that are readable without the class key: the reference,
  /// the group and the uniqueness key. The tombstone records when the item was deleted. The tombstone is sealed under
  /// the class whose key is always available. No search finds the tombstone, because its metadata contains no group.
  func writeTombstone(ofLocked row: ItemRow, at time: Double) throws(KeychainError) {
    let accessibility = Accessibility.always
    var tombstone = row
    tombstone.keyID = try sealer.activeKey(for: accessibility)
    tombstone.accessibility = accessibility
    tombstone.isTombstone = true
    tombstone.indexed = IndexedValues()
    for _ in schema.indices { tombstone.indexed.append(nil) }
    tombstone.tags = []
    tombstone.secret = nil
    let attributes = AttributeSet([
      .accessible: .string(accessibility.constant), .tombstone: .number(1),
      .modificationDate: .date(time),
    ])
    try sealer.sealMetadata(
      OpenedRow(attributes: attributes, unknown: [], secret: nil), nil, into: &tombstone, schema)
    try store(tombstone, attributes, [], row)
  }

  /// Sets the tags and the sealed parts of a row. Tags of attributes that are not in the catalogue are kept.
  private func seal(
    _ attributes: AttributeSet, unknown: [UInt8], _ secret: SecretChange,
    into row: inout ItemRow, known: RowTags.Known?
  ) throws(KeychainError) -> (content: OpenedRow, chunks: [[UInt8]]?) {
    try attributes.requireStorable(beside: unknown.count)
    var content = OpenedRow(attributes: attributes, unknown: unknown, secret: nil)
    var chunks: [[UInt8]]?
    let itemGuard = try sealer.itemGuard(for: attributes, row, schema)
    switch secret {
    case .carry(let sealed, let descriptor):
      row.secret = sealed
      content.secret = descriptor
    case .set(let secret):
      (content.secret, chunks) = try sealer.sealSecret(
        secret, attributes, itemGuard, into: &row, schema)
    }
    content.attributes[.digest] = .data(try digest(of: content))
    row.tags = try RowTags.make(
      content.attributes, schema, row.identifier, sealer.blinder, known: known,
      unknownOf: unknown.isEmpty ? [] : row.tags)
    try sealer.sealMetadata(content, itemGuard, into: &row, schema)
    return (content, chunks)
  }

  /// Deletes a row and all its data in other tables.
  func delete(_ row: ItemRow) throws(KeychainError) {
    try connection.delete(
      number: row.number, row.identifier, from: schema.itemClass,
      hasAuxiliaryEntries: hasAuxiliaryEntries(row))
    guard row.isSynchronizable else { return }
    try connection.removeChange(ofRow: row.number, of: schema.itemClass)
  }

  // MARK: Quarantine

  /// Moves a row to quarantine. The row may be damaged in any way.
  func quarantine(_ number: Int64, at time: Double) throws(KeychainError) {
    try connection.quarantine(number: number, of: schema.itemClass, at: time)
    try connection.removeChange(ofRow: number, of: schema.itemClass)
  }

  /// Moves a row out of quarantine.
  ///
  /// - Parameter attributes: The attributes in the metadata of the row.
  /// - Returns: The row. Nil, without any change, when another row has the same identifier or the same uniqueness key.
  func restore(
    _ quarantined: QuarantinedRow, _ attributes: AttributeSet
  ) throws(KeychainError) -> ItemRow? {
    guard let row = try connection.restore(quarantined) else { return nil }
    if let index = schema.auxiliaryIndex {
      try AuxiliaryIndexing(connection: connection, sealer: sealer)
        .set(row, attributes, index, isNew: false)
    }
    try recordChange(of: row, replacing: nil)
    return row
  }

  // MARK: Storing

  /// Whether a row may have entries in the side index of its class. In the class with free attributes, a tag in the row
  /// shows whether the row has such entries.
  private func hasAuxiliaryEntries(_ row: ItemRow) -> Bool {
    guard schema.auxiliaryIndex == .freeAttributes else { return true }
    return schema[.freeAttributes].map { RowTags.tag(of: $0, in: row.tags) != nil } ?? true
  }

  private func store(
    _ row: ItemRow, _ attributes: AttributeSet, _ chunks: [[UInt8]]?, _ before: ItemRow?
  ) throws(KeychainError) {
    let isSameKey = before.map { row.hasSameColumns(as: $0) } ?? false
    var row = row
    if let before, before.identifier != row.identifier {
      try connection.deleteChunks(of: before.identifier)
    }
    if before == nil {
      row.number = try connection.insert(row, into: schema.itemClass)
    } else if isSameKey {
      try connection.updateContent(of: row, in: schema.itemClass)
    } else {
      try connection.update(row, in: schema.itemClass)
    }
    try storeChunks(chunks, of: row, isNew: before == nil)
    try storeAuxiliaryEntries(row, attributes, before, isSameKey: isSameKey)
    try recordChange(of: row, replacing: before)
  }

  /// Records in the table of changes that a synchronizable item has changed. The table has one entry for each row of a
  /// synchronizable item, including tombstones.
  private func recordChange(
    of row: ItemRow, replacing before: ItemRow?
  ) throws(KeychainError) {
    guard row.isSynchronizable else {
      if before?.isSynchronizable == true {
        try connection.removeChange(ofRow: row.number, of: schema.itemClass)
      }
      return
    }
    let wasPresent =
      before.map { $0.identifier == row.identifier && $0.isSynchronizable && !$0.isTombstone } ?? false
    let change: RowChange = row.isTombstone ? .deleted : wasPresent ? .updated : .added
    try connection.recordChange(change, ofRow: row.number, of: schema.itemClass)
  }

  private func storeAuxiliaryEntries(
    _ row: ItemRow, _ attributes: AttributeSet, _ before: ItemRow?, isSameKey: Bool
  ) throws(KeychainError) {
    switch schema.auxiliaryIndex {
    case nil: return
    // The server is part of the uniqueness key, so rows with equal uniqueness keys have the same domains.
    case .domains: if isSameKey { return }
    case .freeAttributes:
      guard hasAuxiliaryEntries(row) || before.map(hasAuxiliaryEntries) == true else { return }
    }
    guard let index = schema.auxiliaryIndex else { return }
    try AuxiliaryIndexing(connection: connection, sealer: sealer)
      .set(row, attributes, index, isNew: before == nil)
  }

  /// - Parameter chunks: The sealed chunks of the secret; nil when the secret does not change.
  private func storeChunks(
    _ chunks: [[UInt8]]?, of row: ItemRow, isNew: Bool
  ) throws(KeychainError) {
    guard let chunks else { return }
    if !isNew { try connection.deleteChunks(of: row.identifier) }
    for (sequence, chunk) in chunks.enumerated() {
      try connection.insertChunk(chunk, at: sequence, of: row.identifier)
    }
  }

  /// The uniqueness key of an item with these attributes. Nil for an item with free attributes, because such an item is
  /// unique by its reference.
  func uniqueness(of attributes: AttributeSet) throws(KeychainError) -> BlindValue? {
    guard attributes[.freeAttributes] == nil else { return nil }
    return try sealer.blinder.uniqueness(of: attributes, schema)
  }

  /// The lowest grade of the programs for which the item exists.
  ///
  /// A new secret or a new group raises the policy to that of the program, because programs of a lower grade must not
  /// read what this program stores. Other changes keep the policy. The group `login` belongs to all programs of the user,
  /// so its items exist for every program that the service recognises as a program of the user.
  private func policy(
    of attributes: AttributeSet, after secret: SecretChange, movingTo group: BlindValue, replacing before: ItemRow?
  ) -> Int64 {
    guard session.grade != ItemSession.everyGrade else { return before?.policy ?? 0 }
    if case .carry = secret, let before, before.accessGroup == group { return before.policy }
    let raised = max(before?.policy ?? 0, session.policy)
    let isShared = attributes[.accessGroup]?.text == Caller.loginGroup
    return isShared ? min(raised, Self.gradeOfLogin) : raised
  }

  /// Whether a change of a row that keeps its group also keeps its policy.
  func keepsPolicy(of row: ItemRow, _ attributes: AttributeSet, after secret: SecretChange) -> Bool {
    policy(of: attributes, after: secret, movingTo: row.accessGroup, replacing: row) == row.policy
  }

  private static let gradeOfLogin: Int64 = 1

  /// Makes a row with the unsealed columns and without the sealed parts.
  private func columns(
    _ attributes: AttributeSet, _ identifier: RowIdentifier, _ uniqueness: BlindValue?
  ) throws(KeychainError) -> ItemRow {
    guard let constant = attributes[.accessible]?.text,
      let accessibility = Accessibility(constant: constant),
      let groupName = attributes[.accessGroup]?.text
    else { throw KeychainError(.parameter, "the accessibility is one no item can have") }
    let group = try sealer.blinder.group(groupName)
    var indexed = IndexedValues()
    for index in schema.indices {
      indexed.append(try sealer.blinder.value(of: index, schema, attributes, in: group))
    }
    let key =
      if let uniqueness { uniqueness } else {
        try sealer.blinder.uniqueness(of: attributes, schema, identifier)
      }
    return ItemRow(
      number: 0, identifier: identifier, keyID: try sealer.activeKey(for: accessibility),
      accessibility: accessibility, isSynchronizable: attributes[.synchronizable] == .number(1),
      isTombstone: attributes[.tombstone] == .number(1), policy: 0, accessGroup: group,
      uniqueness: key, indexed: indexed, tags: [], metadata: [], secret: nil)
  }

  /// The digest of an item: SHA-1 of the attributes that belong to the digest (number, type and bytes of each
  /// attribute) and of the nonce of the secret. The nonce represents the secret.
  private func digest(of content: OpenedRow) throws(KeychainError) -> [UInt8] {
    var bytes = MetadataCoding.encodeDigested(content.attributes, content.secret, schema)
    defer { bytes.wipe() }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
      try SHA1Digest.digest(of: UnsafeRawBufferPointer(bytes))
    }
  }
}
