import COpenSSL
import KeychainFiles
import KeychainModel
import OpenSSLSupport

/// A key of one backup, with 32 bytes that commit to the key. With the commitment, a reader can check that a key is
/// correct. An attacker cannot make two keys with the same commitment. An instance belongs to one thread at a time.
///
/// HKDF-SHA-256 derives 64 bytes: the key, then the commitment. The salt is the identifier of the
/// backup. The input is the output of Argon2id for the passphrase (32 bytes), or the device key. The
/// info is a label for the use ‖ UUID of the store. XAES-256-GCM alone does not commit to a key: without
/// the commitment, an attacker could make a file that opens under two passphrases with different contents.
package final class BackupKey {
  /// The identifiers for which a key is derived.
  struct Names {
    let backupID: RowIdentifier
    let vaultID: RowIdentifier
  }

  package let cipher: XAES256GCM
  let commitment: [UInt8]

  /// Derives the key of the stream.
  ///
  /// - Throws: `.parameter` when a required passphrase is missing, or a passphrase is given but not
  ///   used. `.authenticationFailed` when a required device key is missing. `.allocation`.
  convenience init(
    _ protection: BackupProtection, _ passphrase: Passcode?, _ deviceKey: DeviceKey?,
    _ names: Names
  ) throws(KeychainError) {
    switch protection {
    case .passphrase(let cost, let salt):
      guard let passphrase else {
        throw KeychainError(.parameter, "the backup needs its passphrase")
      }
      var stretched = WipedBytes(count: XAES256GCM.keyByteCount)
      try passphrase.withBytes { passphrase throws(KeychainError) in
        try salt.withBytes { salt throws(KeychainError) in
          try stretched.withUnsafeMutableBytes { output throws(KeychainError) in
            try Argon2id.derive(from: passphrase, salt: salt, cost: cost, into: output)
          }
        }
      }
      let keys = try stretched.withUnsafeBytes { input throws(KeychainError) in
        try Self.derive(from: input, "latchkey backup, passphrase", names)
      }
      try self.init(keys)
    case .thisDevice:
      guard passphrase == nil else {
        throw KeychainError(.parameter, "the backup was made without a passphrase")
      }
      guard let deviceKey else { throw Self.noDeviceKey }
      let keys = try deviceKey.withBytes { input throws(KeychainError) in
        try Self.derive(from: input, "latchkey backup, device key", names)
      }
      try self.init(keys)
    }
  }

  static var noDeviceKey: KeychainError {
    KeychainError(
      .authenticationFailed, "the backup has no passphrase and was made on another device",
      because: .deviceKeyWrong)
  }

  /// Derives the key of the items that only one device can restore.
  convenience init(itemsOf names: Names, _ deviceKey: DeviceKey) throws(KeychainError) {
    let keys = try deviceKey.withBytes { input throws(KeychainError) in
      try Self.derive(from: input, "latchkey backup, items of this device", names)
    }
    try self.init(keys)
  }

  private init(_ keys: borrowing WipedBytes) throws(KeychainError) {
    (cipher, commitment) = try keys.withUnsafeBytes { keys throws(KeychainError) in
      let key = UnsafeRawBufferPointer(rebasing: keys[..<XAES256GCM.keyByteCount])
      return (try XAES256GCM(key: key), Array(keys[XAES256GCM.keyByteCount...]))
    }
  }

  /// Whether `other` is the commitment to this key. Takes the same time for every wrong value.
  func commits(to other: [UInt8]) -> Bool {
    other.count == commitment.count
      && CRYPTO_memcmp(commitment, other, commitment.count) == 0
  }

  private static func derive(
    from input: UnsafeRawBufferPointer, _ label: StaticString, _ names: Names
  ) throws(KeychainError) -> WipedBytes {
    var info: [UInt8] = []
    info.append(text: label)
    info += names.vaultID.bytes
    var keys = WipedBytes(count: 2 * XAES256GCM.keyByteCount)
    try names.backupID.bytes.withBytes { salt throws(KeychainError) in
      try info.withBytes { info throws(KeychainError) in
        try keys.withUnsafeMutableBytes { output throws(KeychainError) in
          try HKDF.derive(from: input, salt: salt, info: info, into: output)
        }
      }
    }
    return keys
  }
}
