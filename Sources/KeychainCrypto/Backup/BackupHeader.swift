package import KeychainModel
import OpenSSLSupport

/// The first 208 bytes of a backup. These bytes are readable without a key, and are authenticated with every chunk.
///
/// ## Encoding
///
/// Little-endian:
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 8 | `LKBACKUP` |
/// | 8 | 1 | version: 1 |
/// | 9 | 1 | protection: 1 a passphrase, 2 this device |
/// | 10 | 2 | zeros |
/// | 12 | 4 + 4 | type (2: Argon2id) and version (0x13) of Argon2; zeros with protection 2 |
/// | 20 | 4 + 4 + 4 | passes, KiB of memory and lanes of Argon2id; zeros with protection 2 |
/// | 32 | 16 | salt of Argon2id; zeros with protection 2 |
/// | 48 | 16 | identifier of the backup, random |
/// | 64 | 16 | UUID of the store that was backed up |
/// | 80 | 8 | date: seconds since 2001-01-01 00:00:00 UTC, an IEEE 754 double |
/// | 88 | 24 | nonce of the stream |
/// | 112 | 32 | commitment to the key of the stream |
/// | 144 | 32 | commitment to the key of the items that only one device can restore |
/// | 176 | 32 | SHA-256 of the preceding bytes |
package struct BackupHeader: Sendable {
  package static let byteCount = 208
  private static let magic: StaticString = "LKBACKUP"
  private static let version: UInt8 = 1

  package let protection: BackupProtection
  package let backupID: RowIdentifier
  package let vaultID: RowIdentifier
  /// The date of the backup in seconds since 2001-01-01 00:00:00 UTC.
  package let date: Double
  package let nonce: SealingNonce
  package let commitment: [UInt8]
  package let deviceCommitment: [UInt8]

  /// All bytes of the header, which are authenticated with every chunk.
  package let encoded: [UInt8]

  /// Creates the header of a new backup, and the keys of the backup.
  ///
  /// - Parameter passphrase: Required when a passphrase protects the backup.
  /// - Throws: `.allocation` when there is not enough memory for Argon2id.
  package static func make(
    _ protection: BackupProtection, _ passphrase: Passcode?, deviceKey: DeviceKey, date: Double,
    random: some RandomSource
  ) throws(KeychainError) -> (header: BackupHeader, stream: BackupKey, items: BackupKey) {
    let names = BackupKey.Names(
      backupID: try random.makeIdentifier(), vaultID: deviceKey.vaultID)
    let stream = try BackupKey(protection, passphrase, deviceKey, names)
    let items = try BackupKey(itemsOf: names, deviceKey)
    let header = try BackupHeader(
      protection, names, date: date, nonce: try SealingNonce(random: random),
      commitment: stream.commitment, deviceCommitment: items.commitment)
    return (header, stream, items)
  }

  private init(
    _ protection: BackupProtection, _ names: BackupKey.Names, date: Double, nonce: SealingNonce,
    commitment: [UInt8], deviceCommitment: [UInt8]
  ) throws(KeychainError) {
    self.protection = protection
    backupID = names.backupID
    vaultID = names.vaultID
    self.date = date
    self.nonce = nonce
    self.commitment = commitment
    self.deviceCommitment = deviceCommitment
    var bytes: [UInt8] = []
    bytes.append(text: Self.magic)
    bytes.append(Self.version)
    switch protection {
    case .passphrase(let cost, let salt):
      bytes += [1, 0, 0]
      for number in [Argon2id.type, Argon2id.version, cost.passes, cost.memory, cost.lanes] {
        bytes.append(number: number)
      }
      bytes += salt
    case .thisDevice:
      bytes += [2, 0, 0] + [UInt8](repeating: 0, count: 20 + BackupProtection.saltByteCount)
    }
    bytes += names.backupID.bytes + names.vaultID.bytes
    bytes.append(number: date.bitPattern)
    var nonceBytes = [UInt8](repeating: 0, count: SealingNonce.byteCount)
    nonceBytes.withUnsafeMutableBytes { nonce.write(to: $0) }
    bytes += nonceBytes + commitment + deviceCommitment
    bytes += try bytes.withBytes { bytes throws(KeychainError) in
      try SHA256Digest.digest(of: bytes)
    }
    encoded = bytes
  }

  /// Reads a header.
  ///
  /// - Throws: `.decode` when the bytes are not a header, or are damaged. `.notAvailable` for a
  ///   header of a later version, and for a cost of Argon2id that `Argon2Cost` does not allow.
  package init(_ bytes: [UInt8]) throws(KeychainError) {
    func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
      bytes.withUnsafeBytes {
        Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type))
      }
    }
    let isOurs = Self.magic.withUTF8Buffer { bytes.starts(with: $0) }
    guard isOurs, bytes.count >= 9 else {
      throw KeychainError(.decode, "the file is no keychain backup")
    }
    guard bytes[8] == Self.version else {
      throw KeychainError(
        .notAvailable, "the backup was made by a later version, or is damaged",
        because: .newerFormat)
    }
    guard bytes.count == Self.byteCount else { throw Self.damaged }
    let sum = try bytes.withBytes { bytes throws(KeychainError) in
      try SHA256Digest.digest(of: UnsafeRawBufferPointer(rebasing: bytes[..<176]))
    }
    guard sum.elementsEqual(bytes[176...]), bytes[10] == 0, bytes[11] == 0 else {
      throw Self.damaged
    }
    switch bytes[9] {
    case 1:
      guard number(12, UInt32.self) == Argon2id.type, number(16, UInt32.self) == Argon2id.version,
        let cost = Argon2Cost(
          passes: number(20, UInt32.self), memory: number(24, UInt32.self),
          lanes: number(28, UInt32.self))
      else {
        throw KeychainError(
          .notAvailable, "the backup's passphrase is used in a way that this program does not allow"
        )
      }
      protection = .passphrase(cost, salt: Array(bytes[32..<48]))
    case 2:
      guard bytes[12..<48].allSatisfy({ $0 == 0 }) else { throw Self.damaged }
      protection = .thisDevice
    default: throw Self.damaged
    }
    let nonce = bytes.withUnsafeBytes {
      SealingNonce(UnsafeRawBufferPointer(rebasing: $0[88..<112]))
    }
    guard let backupID = RowIdentifier(bytes[48..<64]), let nonce,
      let vaultID = RowIdentifier(bytes[64..<80])
    else { throw Self.damaged }
    self.backupID = backupID
    self.vaultID = vaultID
    self.nonce = nonce
    date = Double(bitPattern: number(80, UInt64.self))
    commitment = Array(bytes[112..<144])
    deviceCommitment = Array(bytes[144..<176])
    encoded = bytes
  }

  private static var damaged: KeychainError {
    KeychainError(.decode, "the backup is damaged")
  }

  /// Derives the key of the stream, and checks that the key is correct.
  ///
  /// - Parameters:
  ///   - passphrase: Required when a passphrase protects the backup.
  ///   - deviceKey: Required when the device key protects the backup; nil when there is no device key.
  ///   - vaultID: The identifier of the store to restore to, used in the error message; nil when there
  ///     is no store yet.
  /// - Throws: `.authenticationFailed` when the passphrase or the device key does not open this
  ///   backup; `.allocation`.
  package func streamKey(
    _ passphrase: Passcode?, _ deviceKey: DeviceKey?, for vaultID: RowIdentifier?
  ) throws(KeychainError) -> BackupKey {
    let key = try BackupKey(protection, passphrase, deviceKey, names)
    guard !key.commits(to: commitment) else { return key }
    guard protection == .thisDevice else {
      throw KeychainError(
        .authenticationFailed, "the passphrase of the backup is another one",
        because: .passphraseWrong)
    }
    guard vaultID == self.vaultID else { throw BackupKey.noDeviceKey }
    throw KeychainError(
      .authenticationFailed,
      "the backup has no passphrase, and the device key was changed since it was made: a copy of the earlier "
        + "one opens it", because: .deviceKeyWrong)
  }

  /// Derives the key of the items that only one device can restore. Returns nil when `deviceKey` is not the key of that
  /// device.
  package func itemKey(_ deviceKey: DeviceKey) throws(KeychainError) -> BackupKey? {
    let key = try BackupKey(itemsOf: names, deviceKey)
    return key.commits(to: deviceCommitment) ? key : nil
  }

  private var names: BackupKey.Names { BackupKey.Names(backupID: backupID, vaultID: vaultID) }
}

/// The secret that opens a backup.
package enum BackupProtection: Sendable, Equatable {
  /// A passphrase, with the cost and the salt of Argon2id.
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
