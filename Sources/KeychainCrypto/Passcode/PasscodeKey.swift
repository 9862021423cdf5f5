import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// The key-encryption key that is derived from the device key and a passcode.
///
/// The derivation uses the time and memory of Argon2id, a tenth of a second or more. So the derivation is done before
/// locks are taken, and its result is used several times.
package final class PasscodeKey: Sendable {
  package let vaultID: RowIdentifier
  package let parameters: PasscodeParameters

  /// The protection of the keybags that this key opens.
  let protection: KeybagProtection

  private let memory: KeyMemory
  private let marker = ForkDetector()

  /// The key for a new passcode, with a new salt.
  ///
  /// - Throws: `.allocation` when there is not enough memory.
  package convenience init(
    new passcode: Passcode, deviceKey: DeviceKey, cost: Argon2Cost = .recommended,
    random: some RandomSource
  ) throws(KeychainError) {
    try self.init(passcode, try PasscodeParameters(cost: cost, random: random), deviceKey)
  }

  /// The key for a passcode with the parameters of a keybag. The passcode may be wrong.
  convenience init(
    _ passcode: Passcode, _ parameters: PasscodeParameters, _ deviceKey: DeviceKey
  ) throws(KeychainError) {
    let stretched = try parameters.stretch(passcode)
    try self.init(stretched, parameters, .deviceKeyAndPasscode(parameters), deviceKey)
  }

  /// - Parameter stretched: The output of Argon2id for the passcode.
  init(
    _ stretched: borrowing WipedBytes, _ parameters: PasscodeParameters,
    _ protection: KeybagProtection, _ deviceKey: DeviceKey
  ) throws(KeychainError) {
    var memory = try KeyMemory(byteCount: XAES256GCM.keyByteCount)
    let info = KeybagLabel.deviceKeyAndPasscode.info(deviceKey.vaultID)
    try deviceKey.withBytes { deviceKey throws(KeychainError) in
      try stretched.withUnsafeBytes { salt throws(KeychainError) in
        try info.withBytes { info throws(KeychainError) in
          try memory.withUnsafeMutableBytes { output throws(KeychainError) in
            try HKDF.derive(from: deviceKey, salt: salt, info: info, into: output)
          }
        }
      }
    }
    self.memory = memory
    self.parameters = parameters
    self.protection = protection
    vaultID = deviceKey.vaultID
  }

  /// Calls `body` with the 32 bytes of the key.
  ///
  /// - Throws: `.notAvailable` in a forked child, where the bytes read as zeros.
  func withBytes<Result: ~Copyable>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes(body)
  }
}

extension PasscodeParameters {
  /// The output of Argon2id for a passcode. The parameters determine the time and memory.
  ///
  /// - Throws: `.allocation` when there is not enough memory.
  func stretch(_ passcode: Passcode) throws(KeychainError) -> WipedBytes {
    var stretched = WipedBytes(count: XAES256GCM.keyByteCount)
    try passcode.withBytes { passcode throws(KeychainError) in
      try salt.withBytes { salt throws(KeychainError) in
        try stretched.withUnsafeMutableBytes { output throws(KeychainError) in
          try Argon2id.derive(from: passcode, salt: salt, cost: cost, into: output)
        }
      }
    }
    return stretched
  }
}
