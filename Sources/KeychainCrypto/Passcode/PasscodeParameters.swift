import KeychainModel
import OpenSSLSupport

/// The parameters for deriving a key from a passcode. The keybag contains these parameters.
package struct PasscodeParameters: Sendable, Equatable {
  static let saltByteCount = 16
  static let byteCount = 5 * 4 + saltByteCount

  package let cost: Argon2Cost
  let salt: [UInt8]

  /// Parameters for a new passcode, with a random salt.
  init(cost: Argon2Cost, random: some RandomSource) throws(KeychainError) {
    var salt = [UInt8](repeating: 0, count: Self.saltByteCount)
    try salt.withMutableBytes { buffer throws(KeychainError) in try random.fill(buffer) }
    self.cost = cost
    self.salt = salt
  }

  /// Reads the 36 bytes in a keybag.
  ///
  /// - Throws: `.notAvailable` when the parameters are out of bounds, or require a function that this program does not
  ///   have.
  init(_ reader: inout KeybagReader) throws(KeychainError) {
    let type = try reader.number(UInt32.self)
    let version = try reader.number(UInt32.self)
    let passes = try reader.number(UInt32.self)
    let memory = try reader.number(UInt32.self)
    let lanes = try reader.number(UInt32.self)
    guard type == Argon2id.type, version == Argon2id.version else {
      throw KeychainError(
        .notAvailable, "the keybag's passcode is used in a way that this program does not know")
    }
    guard let cost = Argon2Cost(passes: passes, memory: memory, lanes: lanes) else {
      throw KeychainError(
        .notAvailable,
        "the keybag asks for more work than is allowed, or less than is possible"
          + " (\(passes) passes over \(memory) KiB in \(lanes) lanes)", because: .keybagDamaged)
    }
    self.cost = cost
    salt = try reader.bytes(Self.saltByteCount)
  }

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: Argon2id.type)
    bytes.append(number: Argon2id.version)
    bytes.append(number: cost.passes)
    bytes.append(number: cost.memory)
    bytes.append(number: cost.lanes)
    return bytes + salt
  }
}
