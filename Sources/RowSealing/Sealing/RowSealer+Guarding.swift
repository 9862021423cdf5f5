import KeychainCrypto
import KeychainModel
import KeychainStore

// The metadata of a row whose access control requires proofs has one entry. The entry contains the guard and the usual
// metadata, sealed again under the item's own keys (`GuardedCiphers`). The secret is also sealed under the item's own
// keys. A process that has only the class keys can see that the row exists, and can seal the row under another class
// key, but cannot read the row.

extension RowSealer {
  /// The result of opening a guard.
  enum GuardResolution {
    case open(GuardedCiphers)
    case closed(GuardedRow)
    /// The row is sealed to an authentication key that was destroyed with its passcode.
    case dead
    /// The row is sealed to an authentication key that is newer than this keybag: an older keybag
    /// was restored.
    case unknownKey
  }

  /// The data that identifies the row when its keys are derived.
  private static func name(_ row: ItemRow, _ schema: ItemSchema) -> [UInt8] {
    let code = schema.itemClass.code.rawValue
    return withUnsafeBytes(of: code.bigEndian) { Array($0) } + row.identifier.bytes
  }

  /// Creates the guard for a row with these constraints.
  ///
  /// - Throws: `.authenticationFailed` when no proof could ever open the row. The error has the cause `passcodeMissing`
  ///   when a passcode is required but not set, and the cause `authenticationNeeded` when a required application
  ///   password is missing or may contain a typing error.
  func makeGuard(
    _ constraints: AccessConstraints, _ row: ItemRow, _ schema: ItemSchema
  ) throws(KeychainError) -> RowGuard {
    // The flag `privateKeyUsage` allows only the use of a private key. The flag does not allow sealing an item.
    guard constraints.areMetByPasscode, !constraints.contains(.privateKeyUsage) else {
      throw KeychainError.unprovable
    }
    if constraints.needsProof, ring.authentication == nil {
      throw KeychainError(
        .authenticationFailed, "no passcode is set, so nobody could prove to be there",
        cause: .passcodeMissing)
    }
    var password: ApplicationPasswordKey?
    if constraints.needsApplicationPassword {
      guard let credential, credential.mayGuard else {
        throw KeychainError.authenticationNeeded(.applicationPassword, toStore: true)
      }
      password = try credential.passwordKey(vaultID: ring.vaultID, cost: passwordCost)
    }
    let (itemGuard, ciphers) = try GuardedCiphers.make(
      constraints, vaultID: ring.vaultID, authentication: ring.authentication, password: password,
      row: Self.name(row, schema), random: random)
    return RowGuard(itemGuard: itemGuard, ciphers: ciphers)
  }

  /// The ciphers of a guarded row, opened with the caller's proofs.
  func resolveGuard(
    behind itemGuard: ItemGuard, of row: ItemRow, _ schema: ItemSchema
  ) throws(KeychainError) -> GuardResolution {
    let constraints = itemGuard.constraints
    func closed(_ obstacle: GuardedRow.Obstacle) -> GuardResolution {
      .closed(GuardedRow(constraints: constraints, obstacle: obstacle))
    }
    guard constraints.areMetByPasscode, !constraints.contains(.privateKeyUsage) else {
      return closed(.unprovable)
    }
    if constraints.needsProof {
      guard ring.authentication?.generation == itemGuard.generation else {
        return itemGuard.generation > ring.generation ? .unknownKey : .dead
      }
      guard credential?.authenticationKey?.publicKey == ring.authentication else {
        return closed(.missing)
      }
    }
    var password: ApplicationPasswordKey?
    if let cost = itemGuard.passwordCost {
      guard let credential, credential.applicationPassword != nil else { return closed(.missing) }
      guard let key = try credential.passwordKey(openingItemOf: ring.vaultID, cost: cost) else {
        return closed(.unprovable)
      }
      password = key
    }
    let ciphers = try GuardedCiphers.open(
      itemGuard, vaultID: ring.vaultID, authentication: credential?.authenticationKey,
      password: password, row: Self.name(row, schema))
    guard let ciphers else { return closed(.wrong) }
    if password != nil { credential?.passwordOpenedItem() }
    return .open(ciphers)
  }

  /// The metadata of a guarded row, before it is sealed under the class key.
  func guardedMetadata(
    _ plaintext: [UInt8], _ itemGuard: RowGuard
  ) throws(KeychainError) -> [UInt8] {
    let nonce = try SealingNonce(random: random)
    var sealed = [UInt8](
      repeating: 0,
      count: SealingNonce.byteCount + XAES256GCM.sealedByteCount(of: plaintext.count))
    var encoded = itemGuard.itemGuard.encoded
    defer { encoded.wipe() }
    try withUnsafeBuffers(plaintext[...], encoded, &sealed) { (source, binding, output) throws(KeychainError) in
      nonce.write(to: output)
      let body = UnsafeMutableRawBufferPointer(rebasing: output[SealingNonce.byteCount...])
      try itemGuard.ciphers.metadata.seal(
        source, nonce: nonce, authenticating: binding, into: body)
    }
    // The capacity is reserved, because an array that grows leaves its old content in memory.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + encoded.count + sealed.count)
    bytes += [MetadataCoding.guardNumber, 2]
    MetadataCoding.append(length: encoded.count + sealed.count, to: &bytes)
    bytes += encoded
    bytes += sealed
    return bytes
  }

  /// The guard in a row's metadata, and the sealed data after it; nil when there is no guard.
  ///
  /// - Throws: `.decode` for a guard that no version writes.
  static func itemGuard(
    in metadata: UnsafeRawBufferPointer
  ) throws(KeychainError) -> (ItemGuard, sealed: UnsafeRawBufferPointer)? {
    guard metadata.first == MetadataCoding.guardNumber else { return nil }
    var reader = ByteReader(metadata)
    _ = try reader.byte()
    guard try reader.byte() == 2 else { throw ByteReader.malformed }
    let content = try reader.bytes(try reader.length())
    guard reader.isAtEnd, let itemGuard = ItemGuard(content) else { throw ByteReader.malformed }
    return (itemGuard, UnsafeRawBufferPointer(rebasing: content[ItemGuard.byteCount...]))
  }
}
