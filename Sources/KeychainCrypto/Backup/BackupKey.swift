import COpenSSL
import KeychainFiles
import KeychainModel
import OpenSSLSupport

/// A key of one backup, and 32 bytes that commit to it: whoever knows them can tell whether a key is
/// the right one, and nobody can make two keys that both are. Not for two threads at a time.
///
/// HKDF-SHA-256, 64 bytes: the key, then the commitment. Salt: the identifier of the backup. Input: what
/// Argon2id makes of the passphrase, 32 bytes; or the device key. Info: a label for the use ‖ UUID of
/// the store. XAES-256-GCM alone commits to nothing: a file could be made that opens under two
/// passphrases, each of which shows something else.
package final class BackupKey {
  /// What a key is derived for.
  struct Names {
    let backupID: RowIdentifier
    let storeID: RowIdentifier
  }

  package let cipher: XAES256GCM
  let commitment: [UInt8]

  /// The key of the stream.
  ///
  /// - Throws: `.parameter` without a passphrase that is needed, or with one that is not;
  ///   `.authenticationFailed` without a device key that is needed; `.allocation`.
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

  /// The key of the items that stay on the device they were on.
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

  /// Whether these bytes commit to this key. Takes the same time for all that do not.
  func commits(to other: [UInt8]) -> Bool {
    other.count == commitment.count
      && CRYPTO_memcmp(commitment, other, commitment.count) == 0
  }

  private static func derive(
    from input: UnsafeRawBufferPointer, _ label: StaticString, _ names: Names
  ) throws(KeychainError) -> WipedBytes {
    var info: [UInt8] = []
    info.append(text: label)
    info += names.storeID.bytes
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
