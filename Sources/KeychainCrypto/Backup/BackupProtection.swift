package import KeychainModel
import OpenSSLSupport

/// The secret that opens a backup.
package enum BackupProtection: Sendable, Equatable {
  /// A passphrase, with the cost of each guess.
  case passphrase(Argon2Cost, salt: [UInt8])
  /// The device key of the store that was backed up.
  case thisDevice

  static let saltByteCount = 16

  /// Protection by a passphrase, with a random salt.
  package static func passphrase(
    _ cost: Argon2Cost, random: some RandomSource
  ) throws(KeychainError) -> BackupProtection {
    var salt = [UInt8](repeating: 0, count: saltByteCount)
    try salt.withMutableBytes { buffer throws(KeychainError) in try random.fill(buffer) }
    return .passphrase(cost, salt: salt)
  }
}
