package import KeychainModel

/// The guard of an item whose access control requires proofs. The item's own keys are derived from the guard and the
/// proofs. The item's own keys seal the data of the item, so the class key alone opens only the guard.
///
/// ## Encoding
///
/// 109 bytes, little-endian: version (1; the value is 1) ‖ constraints (8) ‖ row key (32, random) ‖ generation of the
/// authentication key (8; 0 when no authentication of a person is required) ‖ ephemeral public key (32;
/// zeros when the generation is 0) ‖ cost of Argon2id for the application password: passes, KiB, lanes (4
/// each; zeros without an application password) ‖ check (16).
///
/// HKDF-SHA-256 derives 80 bytes: the metadata key (32), the secret key (32), the check (16). The salt is the key of
/// the application password, if an application password is required. The input is the row key, followed by the shared
/// secret of the ephemeral key and the authentication key, if a proof is required. The info is `latchkey guarded item`
/// ‖ store UUID ‖ the data that identifies the row ‖ the first 93 bytes of the guard. The check shows whether the
/// proofs are correct.
package struct ItemGuard: Sendable {
  package static let byteCount = 109
  static let checkByteCount = 16
  static let rowKeyByteCount = 32
  private static let version: UInt8 = 1

  package let constraints: AccessConstraints
  /// The generation of the required authentication key; 0 when no authentication key is required.
  package let generation: UInt64
  /// The cost of Argon2id for the application password; nil when no application password is required.
  package let passwordCost: Argon2Cost?

  let rowKey: GuardRowKey
  let ephemeral: [UInt8]
  var check: [UInt8]

  init(
    _ constraints: AccessConstraints, generation: UInt64, passwordCost: Argon2Cost?,
    rowKey: GuardRowKey, ephemeral: [UInt8]
  ) {
    self.constraints = constraints
    self.generation = generation
    self.passwordCost = passwordCost
    self.rowKey = rowKey
    self.ephemeral = ephemeral
    check = []
  }

  /// Decodes the guard at the start of the bytes. Returns nil when the guard is malformed or has another version.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.byteCount, bytes[0] == Self.version else { return nil }
    func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
    let flags = number(1, UInt64.self)
    constraints = AccessConstraints(rawValue: flags)
    rowKey = GuardRowKey(Array(bytes[9..<41]))
    generation = number(41, UInt64.self)
    ephemeral = Array(bytes[49..<81])
    let (passes, memory, lanes) = (
      number(81, UInt32.self), number(85, UInt32.self), number(89, UInt32.self)
    )
    check = Array(bytes[93..<109])
    passwordCost = Argon2Cost(passes: passes, memory: memory, lanes: lanes)
    // The constraints and the other fields must be consistent.
    guard constraints.rawValue == flags, constraints.needsProof == (generation > 0),
      constraints.needsApplicationPassword == (passwordCost != nil),
      passwordCost != nil || (passes | memory | lanes) == 0
    else { return nil }
  }

  /// The encoded guard. The caller must wipe the bytes.
  package var encoded: [UInt8] {
    // The capacity is reserved, because an array that grows leaves its old content in memory.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    appendWithoutCheck(to: &bytes)
    bytes += check
    return bytes
  }

  func appendWithoutCheck(to bytes: inout [UInt8]) {
    bytes.append(Self.version)
    bytes.append(number: constraints.rawValue)
    bytes += rowKey.bytes
    bytes.append(number: generation)
    bytes += ephemeral
    bytes.append(number: passwordCost?.passes ?? 0)
    bytes.append(number: passwordCost?.memory ?? 0)
    bytes.append(number: passwordCost?.lanes ?? 0)
  }
}

/// The row key of a guard. `deinit` overwrites the key.
final class GuardRowKey: Sendable {
  let bytes: [UInt8]

  /// Takes ownership of an array that has no other copy.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  deinit { bytes.wipeEverywhere() }
}
