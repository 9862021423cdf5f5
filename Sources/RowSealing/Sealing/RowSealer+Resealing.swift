import KeychainCrypto
package import KeychainModel
package import KeychainStore

extension RowSealer {
  /// Whether the class key of a row opens the row. The function does not open a guard in the row.
  ///
  /// - Throws: Errors that do not concern this row, such as `.interactionNotAllowed` when the key is locked.
  package func opens(_ row: ItemRow, _ schema: ItemSchema) throws(KeychainError) -> Bool {
    try openClassLayer(of: row, schema) { (_) throws(KeychainError) in } != nil
  }

  /// Seals a row, with the chunks of its secret, under the active key of its class.
  ///
  /// The plaintext stays the same byte for byte, including parts that only a later version understands. The metadata
  /// gets a new nonce. The secret keeps its nonce, because the metadata contains this nonce and the digest depends on
  /// the nonce. Keeping the nonce is safe, because the nonce was made for this content alone, and nothing else is
  /// sealed with this nonce under the new key. Data that are sealed under the item's own keys do not change.
  ///
  /// - Parameter chunks: Reads the chunks of the row. Called only when a secret under the class key is in chunks.
  /// - Returns: Nil when a part of the row does not open. The array of chunks is empty when the chunks do not change.
  /// - Throws: Errors that do not concern this row.
  func reseal(
    _ row: ItemRow, _ schema: ItemSchema, chunks: () throws(KeychainError) -> [[UInt8]]
  ) throws(KeychainError) -> (row: ItemRow, chunks: [[UInt8]])? {
    try openClassLayer(of: row, schema) { (metadata) throws(KeychainError) in
      var new = row
      new.keyID = try activeKey(for: row.accessibility)
      var newChunks: [[UInt8]] = []
      if try Self.itemGuard(in: metadata) == nil, let secret = try Self.secret(in: metadata) {
        newChunks = try reseal(secret, of: row, into: &new, schema, chunks)
      }
      new.metadata = try sealMetadata(metadata, of: new, schema)
      return (new, newChunks)
    }
  }

  /// Gives a row another policy, and seals its metadata again under the same key. Nothing else changes.
  ///
  /// - Returns: Nil when the metadata does not open.
  package func settingPolicy(
    _ policy: Int64, of row: ItemRow, _ schema: ItemSchema
  ) throws(KeychainError) -> ItemRow? {
    try openClassLayer(of: row, schema) { (metadata) throws(KeychainError) in
      var new = row
      new.policy = policy
      new.metadata = try sealMetadata(metadata, of: new, schema)
      return new
    }
  }

  /// Calls `body` with the plaintext of the metadata under the class key. Returns nil when the metadata does not open.
  private func openClassLayer<Result>(
    of row: ItemRow, _ schema: ItemSchema,
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result? {
    switch ring.status(of: row.keyID) {
    case .usable: break
    case .locked: throw Self.locked
    case .destroyed, .unknown: return nil
    }
    let cipher = try ciphers.metadataCipher(row.keyID)
    do throws(KeychainError) {
      return try RowBinding.withMetadata(of: row, schema.itemClass, vaultID) {
        (binding) throws(KeychainError) in try openMetadata(row.metadata, binding, cipher, body)
      }
    } catch {
      guard error.code == .decode else { throw error }
      return nil
    }
  }

  private static func secret(
    in metadata: UnsafeRawBufferPointer
  ) throws(KeychainError) -> SecretDescriptor? {
    var reader = MetadataReader(metadata)
    while try reader.next() != nil {}
    return reader.secret
  }

  private func sealMetadata(
    _ metadata: UnsafeRawBufferPointer, of row: ItemRow, _ schema: ItemSchema
  ) throws(KeychainError) -> [UInt8] {
    let nonce = try SealingNonce(random: random)
    let cipher = try ciphers.metadataCipher(row.keyID)
    var sealed = [UInt8](repeating: 0, count: row.metadata.count)
    try RowBinding.withMetadata(of: row, schema.itemClass, vaultID) {
      (binding) throws(KeychainError) in
      try withUnsafeBuffers([], binding, &sealed) { (_, binding, output) throws(KeychainError) in
        nonce.write(to: output)
        let body = UnsafeMutableRawBufferPointer(rebasing: output[SealingNonce.byteCount...])
        try cipher.seal(metadata, nonce: nonce, authenticating: binding, into: body)
      }
    }
    return sealed
  }

  // MARK: Secrets

  /// Opens the secret of a row, and seals the secret under the class key of `new`. Stores the sealed secret in `new`,
  /// or returns the new chunks.
  ///
  /// - Returns: The new chunks; empty when the secret is in the row.
  /// - Throws: `.decode` when the secret does not open.
  private func reseal(
    _ secret: SecretDescriptor, of row: ItemRow, into new: inout ItemRow, _ schema: ItemSchema,
    _ chunks: () throws(KeychainError) -> [[UInt8]]
  ) throws(KeychainError) -> [[UInt8]] {
    let old = try ciphers.secretCipher(row.keyID)
    let next = try ciphers.secretCipher(new.keyID)
    return try RowBinding.withSecret(of: row.identifier, schema.itemClass, vaultID) {
      (binding) throws(KeychainError) in
      if secret.isChunked { return try reseal(try chunks(), secret, binding, old, next) }
      guard let sealed = row.secret else {
        throw KeychainError(.decode, "the secret of a row is missing")
      }
      new.secret = try reseal(sealed, secret.byteCount, binding) {
        (source, binding, plaintext, output) throws(KeychainError) in
        try old.open(source, nonce: secret.nonce, authenticating: binding, into: plaintext)
        try next.seal(
          UnsafeRawBufferPointer(plaintext), nonce: secret.nonce, authenticating: binding,
          into: output)
      }
      return []
    }
  }

  private func reseal(
    _ chunks: [[UInt8]], _ secret: SecretDescriptor, _ binding: UnsafeRawBufferPointer,
    _ old: XAES256GCM, _ next: XAES256GCM
  ) throws(KeychainError) -> [[UInt8]] {
    let stream = try SecretStream(nonce: secret.nonce, byteCount: secret.byteCount)
    guard chunks.count == stream.chunkCount else {
      throw KeychainError(.decode, "chunks of a secret are missing")
    }
    var resealed: [[UInt8]] = []
    for (index, chunk) in chunks.enumerated() {
      resealed.append(
        try reseal(chunk, stream.range(ofChunk: index).count, binding) {
          (source, binding, plaintext, output) throws(KeychainError) in
          try stream.openChunk(index, source, with: old, authenticating: binding, into: plaintext)
          try stream.sealChunk(
            index, UnsafeRawBufferPointer(plaintext), with: next, authenticating: binding,
            into: output)
        })
    }
    return resealed
  }

  /// Calls `body` with four buffers: the sealed data, the authenticated data, memory for the plaintext, and memory for
  /// the result. The plaintext is wiped afterwards. The result is as large as the sealed data.
  private func reseal(
    _ sealed: [UInt8], _ byteCount: Int, _ binding: UnsafeRawBufferPointer,
    _ body: (
      UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer,
      UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Void
  ) throws(KeychainError) -> [UInt8] {
    guard sealed.count == XAES256GCM.sealedByteCount(of: byteCount) else {
      throw KeychainError(.decode, "the secret of a row is cut short")
    }
    var result = [UInt8](repeating: 0, count: sealed.count)
    try withScratch(byteCount) { (plaintext) throws(KeychainError) in
      try withUnsafeBuffers(sealed[...], binding, &result) {
        (source, binding, output) throws(KeychainError) in
        try body(source, binding, plaintext, output)
      }
    }
    return result
  }
}
