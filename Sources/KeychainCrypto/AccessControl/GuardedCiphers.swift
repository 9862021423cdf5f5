import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// The ciphers of one item whose access control requires proofs. An instance belongs to one thread
/// at a time.
package final class GuardedCiphers {
  package let metadata: XAES256GCM
  package let secret: XAES256GCM

  private init(_ keys: UnsafeRawBufferPointer) throws(KeychainError) {
    let count = XAES256GCM.keyByteCount
    metadata = try XAES256GCM(key: UnsafeRawBufferPointer(rebasing: keys[..<count]))
    secret = try XAES256GCM(key: UnsafeRawBufferPointer(rebasing: keys[count..<2 * count]))
  }

  /// Creates a guard for a new item, and the ciphers of the item.
  ///
  /// - Parameters:
  ///   - authentication: The public key to which the item is sealed. Required when the access
  ///     control requires a proof.
  ///   - password: The key of the application password. Required when the access control requires an application
  ///     password.
  ///   - row: The data that identifies the row.
  package static func make(
    _ constraints: AccessConstraints, vaultID: RowIdentifier,
    authentication: AuthenticationPublicKey?, password: ApplicationPasswordKey?, row: [UInt8],
    random: some RandomSource
  ) throws(KeychainError) -> (ItemGuard, GuardedCiphers) {
    var secret = [UInt8](repeating: 0, count: ItemGuard.rowKeyByteCount)
    try secret.withMutableBytes { buffer throws(KeychainError) in try random.fillSecret(buffer) }
    let rowKey = GuardRowKey(secret)
    var input = WipedBytes(count: ItemGuard.rowKeyByteCount + X25519.keyByteCount)
    var ephemeral = [UInt8](repeating: 0, count: X25519.keyByteCount)
    try input.withUnsafeMutableBytes { input throws(KeychainError) in
      input.copyBytes(from: rowKey.bytes)
      guard let authentication, constraints.needsProof else { return }
      ephemeral = try authentication.encapsulate(into: shared(input), random: random)
    }
    if !constraints.needsProof { input.shorten(to: ItemGuard.rowKeyByteCount) }
    var itemGuard = ItemGuard(
      constraints, generation: constraints.needsProof ? authentication?.generation ?? 0 : 0,
      passwordCost: constraints.needsApplicationPassword ? password?.cost : nil, rowKey: rowKey,
      ephemeral: ephemeral)
    let keys = try derive(itemGuard, input, vaultID, password, row)
    itemGuard.check = keys.withUnsafeBytes { Array($0.suffix(ItemGuard.checkByteCount)) }
    let ciphers = try keys.withUnsafeBytes { keys throws(KeychainError) in
      try GuardedCiphers(keys)
    }
    return (itemGuard, ciphers)
  }

  /// Returns the ciphers of an item. Returns nil when a proof or the application password is wrong.
  ///
  /// - Parameters:
  ///   - authentication: The authentication key of a proof. Required when the access control
  ///     requires a proof.
  ///   - password: The key of the application password. Required when the access control requires an application
  ///     password.
  package static func open(
    _ itemGuard: ItemGuard, vaultID: RowIdentifier, authentication: AuthenticationKey?,
    password: ApplicationPasswordKey?, row: [UInt8]
  ) throws(KeychainError) -> GuardedCiphers? {
    var input = WipedBytes(count: ItemGuard.rowKeyByteCount + X25519.keyByteCount)
    let isAgreed = try input.withUnsafeMutableBytes { input throws(KeychainError) in
      input.copyBytes(from: itemGuard.rowKey.bytes)
      guard itemGuard.constraints.needsProof else { return true }
      guard let authentication, authentication.publicKey.generation == itemGuard.generation else {
        return false
      }
      return try authentication.agree(with: itemGuard.ephemeral, into: shared(input))
    }
    guard isAgreed else { return nil }
    if !itemGuard.constraints.needsProof { input.shorten(to: ItemGuard.rowKeyByteCount) }
    let keys = try derive(itemGuard, input, vaultID, password, row)
    let isRight = keys.withUnsafeBytes {
      constantTimeEqual($0.suffix(ItemGuard.checkByteCount), itemGuard.check)
    }
    guard isRight else { return nil }
    return try keys.withUnsafeBytes { keys throws(KeychainError) in try GuardedCiphers(keys) }
  }

  private static func shared(
    _ input: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: input[ItemGuard.rowKeyByteCount...])
  }

  private static func derive(
    _ itemGuard: ItemGuard, _ input: borrowing WipedBytes, _ vaultID: RowIdentifier,
    _ password: ApplicationPasswordKey?, _ row: [UInt8]
  ) throws(KeychainError) -> WipedBytes {
    var info: [UInt8] = []
    defer { info.wipeEverywhere() }
    info.reserveCapacity(64 + row.count + ItemGuard.byteCount)
    info.append(text: "latchkey guarded item")
    info += vaultID.bytes
    info += row
    itemGuard.appendWithoutCheck(to: &info)
    var keys = WipedBytes(count: 2 * XAES256GCM.keyByteCount + ItemGuard.checkByteCount)
    try input.withUnsafeBytes { input throws(KeychainError) in
      try info.withBytes { info throws(KeychainError) in
        try keys.withUnsafeMutableBytes { output throws(KeychainError) in
          guard let password, itemGuard.constraints.needsApplicationPassword else {
            let none = UnsafeRawBufferPointer(start: nil, count: 0)
            try HKDF.derive(from: input, salt: none, info: info, into: output)
            return
          }
          try password.withBytes { salt throws(KeychainError) in
            try HKDF.derive(from: input, salt: salt, info: info, into: output)
          }
        }
      }
    }
    return keys
  }

  private static func constantTimeEqual(
    _ left: UnsafeRawBufferPointer.SubSequence, _ right: [UInt8]
  ) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
