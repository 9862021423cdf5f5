package import KeychainCrypto
package import KeychainModel
package import KeychainStore

/// Seals and opens rows, with the ciphers of one session.
package final class RowSealer {
  let ciphers: CipherSuite
  let random: any RandomSource
  let vaultID: RowIdentifier
  package let blinder: Blinder

  /// The keys that seal rows.
  package var ring: KeyRing { ciphers.ring }

  /// The proofs of the caller of the current call.
  package var credential: AccessCredential?

  /// Called with the number of bytes that opening needs, before a secret in chunks is read, before large metadata is
  /// opened, and before a filter examines a large certificate.
  package var willOpen: ((Int) throws(KeychainError) -> Void)?

  /// The largest metadata whose bytes are not counted when it is opened.
  private static let largestUncountedMetadata = 256 << 10

  /// The cost of Argon2id for the application password of a new item.
  package var passwordCost = Argon2Cost.recommended

  package init(_ ciphers: CipherSuite, _ random: any RandomSource) throws(KeychainError) {
    self.ciphers = ciphers
    self.random = random
    vaultID = ciphers.ring.vaultID
    blinder = Blinder(try ciphers.index())
  }

  /// The id of the key for new rows of a class.
  ///
  /// - Throws: `.notAvailable` when the class has no key, for example when the class requires a passcode and no
  ///   passcode is set.
  package func activeKey(for accessibility: Accessibility) throws(KeychainError) -> UInt32 {
    guard let keyID = ciphers.ring.activeKeyID(for: accessibility) else {
      throw KeychainError(
        .notAvailable, "items that need a passcode cannot be stored: no passcode is set",
        cause: .passcodeMissing)
    }
    return keyID
  }

  /// Checks that the accessibility class in the attributes is not locked.
  ///
  /// - Throws: `.interactionNotAllowed` when the class is locked. This error has precedence over `.duplicateItem`
  ///   (specification: secitem 5.2).
  package func requireOpen(_ attributes: AttributeSet) throws(KeychainError) {
    guard let accessibility = attributes[.accessible]?.text.flatMap(Accessibility.init(constant:)),
      let keyID = ciphers.ring.activeKeyID(for: accessibility),
      ciphers.ring.status(of: keyID) == .locked
    else { return }
    throw Self.locked
  }

  package static var locked: KeychainError {
    KeychainError(.interactionNotAllowed, "the keychain is locked")
  }

  package func makeIdentifier() throws(KeychainError) -> RowIdentifier {
    try random.makeIdentifier()
  }

  // MARK: Guards

  /// The guard for a row with these attributes; nil when its access control requires no proof.
  ///
  /// - Throws: The errors of `makeGuard`.
  package func itemGuard(
    for attributes: AttributeSet, _ row: ItemRow, _ schema: ItemSchema
  ) throws(KeychainError) -> RowGuard? {
    let constraints = AccessConstraints(guarding: attributes, schema.itemClass)
    guard !constraints.areNone else { return nil }
    return try makeGuard(constraints, row, schema)
  }

  /// The cipher of a secret: the item's own cipher if the item is guarded, otherwise the cipher of its
  /// class.
  ///
  /// - Throws: `.decode` for an item without a guard whose attributes require a guard. The class key must not open the
  ///   secret of such an item.
  private func secretCipher(
    _ row: ItemRow, _ attributes: AttributeSet, _ schema: ItemSchema, _ guarded: GuardedCiphers?
  ) throws(KeychainError) -> XAES256GCM {
    if let guarded { return guarded.secret }
    try AccessConstraints(guarding: attributes, schema.itemClass).requireNone()
    return try ciphers.secretCipher(row.keyID)
  }

  // MARK: Metadata

  /// Seals the metadata of a row. The other columns must be complete.
  ///
  /// - Parameter itemGuard: The result of `itemGuard(for:)`.
  package func sealMetadata(
    _ content: OpenedRow, _ itemGuard: RowGuard?, into row: inout ItemRow,
    _ schema: ItemSchema
  ) throws(KeychainError) {
    var plaintext = MetadataCoding.encode(
      content.attributes, unknown: content.unknown, content.secret, schema)
    defer { plaintext.wipe() }
    if let itemGuard {
      var outer = try guardedMetadata(plaintext, itemGuard)
      swap(&plaintext, &outer)
      outer.wipe()
    } else {
      try AccessConstraints(guarding: content.attributes, schema.itemClass).requireNone()
    }
    try sealMetadata(plaintext, into: &row, schema)
  }

  private func sealMetadata(
    _ plaintext: [UInt8], into row: inout ItemRow, _ schema: ItemSchema
  ) throws(KeychainError) {
    let nonce = try SealingNonce(random: random)
    let cipher = try ciphers.metadataCipher(row.keyID)
    var sealed = [UInt8](
      repeating: 0,
      count: SealingNonce.byteCount + XAES256GCM.sealedByteCount(of: plaintext.count))
    try RowBinding.withMetadata(of: row, schema.itemClass, vaultID) {
      (binding) throws(KeychainError) in
      try withUnsafeBuffers(plaintext[...], binding, &sealed) {
        (source, binding, output) throws(KeychainError) in
        nonce.write(to: output)
        let body = UnsafeMutableRawBufferPointer(rebasing: output[SealingNonce.byteCount...])
        try cipher.seal(source, nonce: nonce, authenticating: binding, into: body)
      }
    }
    row.metadata = sealed
  }

  /// Opens the metadata of a row.
  ///
  /// - Throws: Errors that do not concern this row, such as `.interactionNotAllowed` when its key is locked.
  package func open(
    _ row: ItemRow, _ schema: ItemSchema
  ) throws(KeychainError) -> RowOpening<OpenedRow> {
    try openContent(row, schema) { (metadata, guarded) throws(KeychainError) in
      var content = try MetadataCoding.decode(metadata, schema)
      content.guarded = guarded
      if guarded == nil {
        try AccessConstraints(guarding: content.attributes, schema.itemClass).requireNone()
      }
      return content
    }
  }

  /// Opens the metadata of a row, and passes the plaintext to `read` without copying the plaintext.
  ///
  /// - Parameter read: Receives the metadata, and the ciphers of a guarded row.
  /// - Throws: Errors that do not concern this row, such as `.interactionNotAllowed` when its key is locked.
  package func open(
    _ row: ItemRow, _ schema: ItemSchema,
    _ read: (UnsafeRawBufferPointer, GuardedCiphers?) throws(KeychainError) -> OpenedRow?
  ) throws(KeychainError) -> RowOpening<OpenedRow?> {
    try openContent(row, schema, read)
  }

  /// Whether the group and the uniqueness key of a row are those of its attributes. A program that had the keys may have
  /// sealed a row whose columns lie.
  package func hasColumns(
    _ row: ItemRow, of attributes: AttributeSet, _ schema: ItemSchema
  ) throws(KeychainError) -> Bool {
    // The tombstone of an item that was locked has no group.
    guard let group = attributes[.accessGroup]?.text else { return row.isTombstone }
    guard try blinder.group(group) == row.accessGroup else { return false }
    return try blinder.uniqueness(of: attributes, schema, row.identifier) == row.uniqueness
  }

  // The function is private, so that the compiler can specialize the function for each type `Content`.
  private func openContent<Content>(
    _ row: ItemRow, _ schema: ItemSchema,
    _ read: (UnsafeRawBufferPointer, GuardedCiphers?) throws(KeychainError) -> Content
  ) throws(KeychainError) -> RowOpening<Content> {
    switch ciphers.ring.status(of: row.keyID) {
    case .destroyed: return .dead
    case .unknown: return .unknownKey
    case .locked: throw Self.locked
    case .usable: break
    }
    let cipher = try ciphers.metadataCipher(row.keyID)
    // The sealed and the opened metadata and its values are in memory at the same time.
    if row.metadata.count > Self.largestUncountedMetadata { try willOpen?(3 * row.metadata.count) }
    do throws(KeychainError) {
      return try RowBinding.withMetadata(of: row, schema.itemClass, vaultID) {
        (binding) throws(KeychainError) in
        try openMetadata(row.metadata, binding, cipher) { (metadata) throws(KeychainError) in
          guard let (itemGuard, sealed) = try Self.itemGuard(in: metadata) else {
            return .opened(try read(metadata, nil))
          }
          return try open(sealed, behind: itemGuard, of: row, schema, read)
        }
      }
    } catch {
      guard error.code == .decode else { throw error }
      return .damaged(error)
    }
  }

  private func open<Content>(
    _ sealed: UnsafeRawBufferPointer, behind itemGuard: ItemGuard, of row: ItemRow,
    _ schema: ItemSchema,
    _ read: (UnsafeRawBufferPointer, GuardedCiphers?) throws(KeychainError) -> Content
  ) throws(KeychainError) -> RowOpening<Content> {
    switch try resolveGuard(behind: itemGuard, of: row, schema) {
    case .dead: return .dead
    case .unknownKey: return .unknownKey
    case .closed(let row): return .guarded(row)
    case .open(let ciphers):
      var encoded = itemGuard.encoded
      defer { encoded.wipe() }
      return .opened(
        try encoded.withUnsafeBufferPointer { (encoded) throws(KeychainError) in
          try openMetadata(Array(sealed), UnsafeRawBufferPointer(encoded), ciphers.metadata) {
            (metadata) throws(KeychainError) in
            try requireColumns(of: row, in: metadata, schema)
            return try read(metadata, ciphers)
          }
        })
    }
  }

  /// Compares the columns of a guarded row with its attributes. A move of the keychain could not open the row.
  ///
  /// - Throws: `.decode` when the columns lie.
  private func requireColumns(
    of row: ItemRow, in metadata: UnsafeRawBufferPointer, _ schema: ItemSchema
  ) throws(KeychainError) {
    guard try hasColumns(row, of: try MetadataCoding.decode(metadata, schema).attributes, schema) else {
      throw KeychainError(.decode, "the columns of a guarded row are not those of its attributes")
    }
  }

  func openMetadata<Content>(
    _ sealed: [UInt8], _ binding: UnsafeRawBufferPointer, _ cipher: XAES256GCM,
    _ read: (UnsafeRawBufferPointer) throws(KeychainError) -> Content
  ) throws(KeychainError) -> Content {
    let overhead = SealingNonce.byteCount + XAES256GCM.tagByteCount
    guard sealed.count >= overhead else { throw ByteReader.malformed }
    return try sealed.withUnsafeBufferPointer { (sealed) throws(KeychainError) in
      let bytes = UnsafeRawBufferPointer(sealed)
      let nonceBytes = UnsafeRawBufferPointer(rebasing: bytes[..<SealingNonce.byteCount])
      guard let nonce = SealingNonce(nonceBytes) else { throw ByteReader.malformed }
      let body = UnsafeRawBufferPointer(rebasing: bytes[SealingNonce.byteCount...])
      return try withScratch(bytes.count - overhead) { (buffer) throws(KeychainError) in
        try cipher.open(body, nonce: nonce, authenticating: binding, into: buffer)
        return try read(UnsafeRawBufferPointer(buffer))
      }
    }
  }

  // MARK: Secrets

  /// Seals the secret of an item with these attributes. Stores the sealed secret in the row, or returns the chunks of
  /// the secret.
  ///
  /// - Parameter itemGuard: The result of `itemGuard(for:)`.
  /// - Throws: `.dataTooLarge` for a secret that no item may have.
  package func sealSecret(
    _ content: SecretContent, _ attributes: AttributeSet, _ itemGuard: RowGuard?,
    into row: inout ItemRow, _ schema: ItemSchema
  ) throws(KeychainError) -> (descriptor: SecretDescriptor?, chunks: [[UInt8]]) {
    row.secret = nil
    guard !content.isEmpty else { return (nil, []) }
    var plaintext = content.encoded(schema)
    defer { plaintext.wipe() }
    guard plaintext.count <= SecretDescriptor.largestByteCount else {
      throw KeychainError(.dataTooLarge, "a secret has more than \(Limits.secretByteCount >> 20) MiB")
    }
    let nonce = try SealingNonce(random: random)
    let cipher = try secretCipher(row, attributes, schema, itemGuard?.ciphers)
    let isChunked = plaintext.count > SecretDescriptor.inlineByteCount
    let descriptor = SecretDescriptor(
      isChunked: isChunked, nonce: nonce, byteCount: plaintext.count)
    return try RowBinding.withSecret(of: row.identifier, schema.itemClass, vaultID) {
      (binding) throws(KeychainError) in
      if isChunked { return (descriptor, try sealChunks(plaintext, nonce, binding, cipher)) }
      var sealed = [UInt8](
        repeating: 0, count: XAES256GCM.sealedByteCount(of: plaintext.count))
      try withUnsafeBuffers(plaintext[...], binding, &sealed) {
        (source, binding, output) throws(KeychainError) in
        try cipher.seal(source, nonce: nonce, authenticating: binding, into: output)
      }
      row.secret = sealed
      return (descriptor, [])
    }
  }

  private func sealChunks(
    _ plaintext: [UInt8], _ nonce: SealingNonce, _ binding: UnsafeRawBufferPointer,
    _ cipher: XAES256GCM
  ) throws(KeychainError) -> [[UInt8]] {
    let stream = try SecretStream(nonce: nonce, byteCount: plaintext.count)
    var chunks: [[UInt8]] = []
    for index in 0..<stream.chunkCount {
      let range = stream.range(ofChunk: index)
      var chunk = [UInt8](repeating: 0, count: XAES256GCM.sealedByteCount(of: range.count))
      try withUnsafeBuffers(plaintext[range], binding, &chunk) {
        (source, binding, output) throws(KeychainError) in
        try stream.sealChunk(index, source, with: cipher, authenticating: binding, into: output)
      }
      chunks.append(chunk)
    }
    return chunks
  }

  /// Opens the secret of a row whose metadata is open.
  ///
  /// - Parameter chunks: Reads the chunks of the row. Called only when the secret is in chunks.
  /// - Throws: `.decode` when the secret is damaged.
  package func openSecret(
    _ row: ItemRow, _ content: OpenedRow, _ schema: ItemSchema,
    chunks: () throws(KeychainError) -> [[UInt8]]
  ) throws(KeychainError) -> SecretContent {
    guard let descriptor = content.secret else { return SecretContent(data: nil) }
    let cipher = try secretCipher(row, content.attributes, schema, content.guarded)
    return try RowBinding.withSecret(of: row.identifier, schema.itemClass, vaultID) {
      (binding) throws(KeychainError) in
      if descriptor.isChunked {
        // The chunks and the opened secret are in memory beside the data.
        try willOpen?(2 * descriptor.byteCount)
        return try openChunks(try chunks(), descriptor, binding, cipher, schema)
      }
      return try openInline(row, descriptor, binding, cipher, schema)
    }
  }

  private func openInline(
    _ row: ItemRow, _ descriptor: SecretDescriptor, _ binding: UnsafeRawBufferPointer,
    _ cipher: XAES256GCM, _ schema: ItemSchema
  ) throws(KeychainError) -> SecretContent {
    guard let sealed = row.secret,
      sealed.count == XAES256GCM.sealedByteCount(of: descriptor.byteCount)
    else { throw KeychainError(.decode, "the secret of a row is missing or cut short") }
    return try sealed.withUnsafeBufferPointer { (sealed) throws(KeychainError) in
      try withScratch(descriptor.byteCount) { (buffer) throws(KeychainError) in
        try cipher.open(
          UnsafeRawBufferPointer(sealed), nonce: descriptor.nonce, authenticating: binding,
          into: buffer)
        return try SecretContent(decoding: UnsafeRawBufferPointer(buffer), schema)
      }
    }
  }

  private func openChunks(
    _ chunks: [[UInt8]], _ descriptor: SecretDescriptor, _ binding: UnsafeRawBufferPointer,
    _ cipher: XAES256GCM, _ schema: ItemSchema
  ) throws(KeychainError) -> SecretContent {
    let stream = try SecretStream(nonce: descriptor.nonce, byteCount: descriptor.byteCount)
    guard chunks.count == stream.chunkCount else {
      throw KeychainError(.decode, "chunks of a secret are missing")
    }
    return try withScratch(descriptor.byteCount) { (buffer) throws(KeychainError) in
      for (index, chunk) in chunks.enumerated() {
        let output = UnsafeMutableRawBufferPointer(
          rebasing: buffer[stream.range(ofChunk: index)])
        try chunk.withUnsafeBufferPointer { (sealed) throws(KeychainError) in
          try stream.openChunk(
            index, UnsafeRawBufferPointer(sealed), with: cipher, authenticating: binding,
            into: output)
        }
      }
      return try SecretContent(decoding: UnsafeRawBufferPointer(buffer), schema)
    }
  }
}

extension RowSealer {
  /// Whether a row is certainly unreadable, because its class key or its authentication key was destroyed.
  ///
  /// The key number in a row does not prove that the class key was destroyed. The key number may be damaged, because
  /// the key number cannot be authenticated without the key. So two more conditions must be true: the class of the row
  /// is the class of the destroyed key, and no remaining key opens the row.
  ///
  /// - Throws: `.interactionNotAllowed` while keys are locked, because a locked key might open the row.
  package func isDead(_ row: ItemRow, _ schema: ItemSchema) throws(KeychainError) -> Bool {
    // The class key opened the row. The row is dead because its authentication key was destroyed.
    if ring.status(of: row.keyID) == .usable, case .dead = try open(row, schema) { return true }
    guard ring.status(of: row.keyID) == .destroyed,
      ring.accessibility(of: row.keyID) == row.accessibility
    else { return false }
    guard ring.openClasses.count == Accessibility.allCases.count else {
      throw KeychainError(.interactionNotAllowed, "the keychain is locked")
    }
    var other = row
    for key in ring.usableKeys {
      other.keyID = key.keyID
      other.accessibility = key.accessibility
      if try open(other, schema).content != nil { return false }
    }
    return true
  }
}
