package import KeychainModel

/// What stands under the class key, and nothing else, in an item whose access control asks for proofs:
/// all that it takes to make the item's own keys once the proofs are there.
///
/// ## Encoding
///
/// 109 bytes, little-endian: version (1: 1) ‖ constraints (8) ‖ row key (32, random) ‖ generation of the
/// authentication key (8, or 0 when no proof of a person is asked for) ‖ ephemeral public key (32, zeros
/// then) ‖ cost of Argon2id for the application password: passes, KiB, lanes (4 each, zeros without one)
/// ‖ check (16).
///
/// The keys are HKDF-SHA-256, 80 bytes: the metadata key (32), the secret key (32), the check (16).
/// Salt: the key of the application password, if one is asked for. Input: the row key, and the secret
/// that the ephemeral key and the authentication key share, if a proof is asked for. Info: `latchkey
/// guarded item` ‖ store UUID ‖ what the caller says of the row ‖ the first 93 bytes of the guard. Whether
/// the proofs are right shows by the check.
package struct ItemGuard: Sendable {
  package static let byteCount = 109
  static let checkByteCount = 16
  static let rowKeyByteCount = 32
  private static let version: UInt8 = 1

  package let constraints: AccessConstraints
  /// The generation of the authentication key that is needed; 0 when none is.
  package let generation: UInt64
  /// The cost of the application password; nil when none is needed.
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

  /// The guard at the start of these bytes; nil when they are none that this version makes.
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
    // What was written says the same twice.
    guard constraints.rawValue == flags, constraints.needsProof == (generation > 0),
      constraints.needsApplicationPassword == (passwordCost != nil),
      passwordCost != nil || (passes | memory | lanes) == 0
    else { return nil }
  }

  /// The bytes. To be wiped by whoever gets them.
  package var encoded: [UInt8] {
    // An array that grows by itself leaves what it had in memory.
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
