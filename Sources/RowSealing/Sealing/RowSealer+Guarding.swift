import KeychainCrypto
import KeychainModel
import KeychainStore

// A row whose access control asks for proofs has metadata of one entry: the guard, and behind it what is
// otherwise the whole metadata, sealed once more under keys of its own (`GuardedCiphers`), as its secret
// is. Whoever has the class keys can see that there is such a row and seal it under another class key,
// and no more.

extension RowSealer {
  /// What comes of looking behind a guard.
  enum Guarding {
    case open(GuardedCiphers)
    case closed(GuardedRow)
    /// Sealed to an authentication key that is gone with its passcode.
    case dead
    /// Sealed to an authentication key that was made after this keybag: an older one was put back.
    case unknownKey
  }

  /// Which row it is, for the derivation of its keys.
  private static func name(_ row: StoredRow, _ schema: ItemSchema) -> [UInt8] {
    let code = schema.itemClass.code.rawValue
    return withUnsafeBytes(of: code.bigEndian) { Array($0) } + row.identifier.bytes
  }

  /// The guard of a row with these constraints that is to be sealed.
  ///
  /// - Throws: `.authenticationFailed` when nothing could ever open it; with the cause
  ///   `authenticationNeeded` without an application password that is asked for, or with one that may be
  ///   mistyped.
  func makeGuard(
    _ constraints: AccessConstraints, _ row: StoredRow, _ schema: ItemSchema
  ) throws(KeychainError) -> RowGuard {
    // With this flag only the use of a private key is allowed, and not even sealing an item.
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
      password = try credential.passwordKey(storeID: ring.storeID, cost: passwordCost)
    }
    let (guardian, ciphers) = try GuardedCiphers.make(
      constraints, storeID: ring.storeID, authentication: ring.authentication, password: password,
      row: Self.name(row, schema), random: random)
    return RowGuard(guardian: guardian, ciphers: ciphers)
  }

  /// The ciphers of a guarded row, by what the caller has brought.
  func look(
    behind guardian: ItemGuard, of row: StoredRow, _ schema: ItemSchema
  ) throws(KeychainError) -> Guarding {
    let constraints = guardian.constraints
    func closed(_ obstacle: GuardedRow.Obstacle) -> Guarding {
      .closed(GuardedRow(constraints: constraints, obstacle: obstacle))
    }
    guard constraints.areMetByPasscode, !constraints.contains(.privateKeyUsage) else {
      return closed(.unprovable)
    }
    if constraints.needsProof {
      guard ring.authentication?.generation == guardian.generation else {
        return guardian.generation > ring.generation ? .unknownKey : .dead
      }
      guard credential?.authenticationKey?.publicKey == ring.authentication else {
        return closed(.missing)
      }
    }
    var password: ApplicationPasswordKey?
    if let cost = guardian.passwordCost {
      guard let credential, credential.applicationPassword != nil else { return closed(.missing) }
      password = try credential.passwordKey(storeID: ring.storeID, cost: cost)
    }
    let ciphers = try GuardedCiphers.open(
      guardian, storeID: ring.storeID, authentication: credential?.authenticationKey,
      password: password, row: Self.name(row, schema))
    guard let ciphers else { return closed(.wrong) }
    if password != nil { credential?.passwordOpenedItem() }
    return .open(ciphers)
  }

  /// The metadata of a guarded row before it is sealed under the class key.
  func guardedMetadata(
    _ plaintext: [UInt8], _ guardian: RowGuard
  ) throws(KeychainError) -> [UInt8] {
    let nonce = try SealingNonce(random: random)
    var sealed = [UInt8](
      repeating: 0,
      count: SealingNonce.byteCount + XAES256GCM.sealedByteCount(of: plaintext.count))
    var encoded = guardian.guardian.encoded
    defer { wipe(&encoded) }
    try lend(plaintext[...], encoded, &sealed) { (source, binding, output) throws(KeychainError) in
      nonce.write(to: output)
      let body = UnsafeMutableRawBufferPointer(rebasing: output[SealingNonce.byteCount...])
      try guardian.ciphers.metadata.seal(
        source, nonce: nonce, authenticating: binding, into: body)
    }
    // An array that grows by itself leaves what it had in memory.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + encoded.count + sealed.count)
    bytes += [MetadataCoding.guardNumber, 2]
    MetadataCoding.append(length: encoded.count + sealed.count, to: &bytes)
    bytes += encoded
    bytes += sealed
    return bytes
  }

  /// The guard of a row's metadata, and what is sealed behind it; nil when there is none.
  ///
  /// - Throws: `.decode` when there is one that no version writes.
  static func guardian(
    in metadata: UnsafeRawBufferPointer
  ) throws(KeychainError) -> (ItemGuard, sealed: UnsafeRawBufferPointer)? {
    guard metadata.first == MetadataCoding.guardNumber else { return nil }
    var reader = ByteReader(metadata)
    _ = try reader.byte()
    guard try reader.byte() == 2 else { throw ByteReader.malformed }
    let content = try reader.bytes(try reader.length())
    guard reader.isAtEnd, let guardian = ItemGuard(content) else { throw ByteReader.malformed }
    return (guardian, UnsafeRawBufferPointer(rebasing: content[ItemGuard.byteCount...]))
  }
}
