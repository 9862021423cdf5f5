package import KeychainCrypto
package import KeychainModel
import KeychainStore

/// The state that all processes of a vault share: a record of the header, which a damaged database does not affect.
///
/// ## Encoding
///
/// 512 bytes, little-endian:
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 8 | `LKHEADER` |
/// | 8 | 4 | version: 1 |
/// | 12 | 4 | flags: 1 locks when the machine was suspended; 2 the database is damaged; 4 earlier settings had flag 1 |
/// | 16 | 8 | number: greater by one with each write |
/// | 24 | 16 | identifier of the vault; zeros when there is none |
/// | 40 | 16 | identifier of the database in force; zeros while there is none |
/// | 56 | 8 | lock generation |
/// | 64 | 16 | lock identifier: random, new with each lock generation |
/// | 80 | 8 | seconds from an unlocking until the vault locks itself; 0 for never |
/// | 88 | 8 + 32 | number and digest of the keybag in force, unless the database records another; zeros for none |
/// | 128 | 8 + 32 | number and digest of the pending keybag; zeros when there is none |
/// | 168 | 4 | kind of the job; 0 for none |
/// | 172 | 4 | zeros |
/// | 176 | 16 + 16 | identifiers of the databases that the job begins and ends with; zeros for none |
/// | 208 | 168 | zeros |
/// | 376 | 8 | seconds of the strictest earlier settings since the last locking; 0 for never |
/// | 384 | 8 | number of the settings: greater by one with each change, 0 after a locking |
/// | 392 | 88 | zeros |
/// | 480 | 32 | SHA-256 of everything before |
package struct HeaderState: Equatable, Sendable {
  package static let byteCount = 512
  private static let magic = Array("LKHEADER".utf8)
  private static let version: UInt32 = 1
  private static let checksumOffset = byteCount - SHA256Digest.byteCount

  /// The number of writes. The record with the greater number is in force.
  package internal(set) var number: UInt64 = 0
  /// The identifier of the vault; nil before a vault is made and after it is erased.
  package var vaultID: RowIdentifier?
  /// The database in force; nil during its creation.
  package var databaseID: RowIdentifier?
  package var lockGeneration: UInt64 = 1
  package var lockID: RowIdentifier
  package var settings = LockSettings()
  /// The strictest of the former settings since the last locking.
  private var earlierSettings = LockSettings()
  /// The number of changes of the settings since the last locking.
  package private(set) var settingsNumber: UInt64 = 0
  /// Whether the database is damaged. Only a repair may write a damaged database.
  package var isDamaged = false
  /// The keybag in force after the last change of the keybag. The keybag that the database records has precedence.
  package var keybag: KeybagReference?
  /// A keybag that is being made. The keybag is named before its file exists, so that a crash leaves no unnamed file.
  package var pending: KeybagReference?
  package var job: Job?

  /// The state of a folder that has no vault.
  package init(lockID: RowIdentifier) { self.lockID = lockID }

  /// Ends every unlocking: starts the next lock generation, with a new identifier.
  package mutating func lock(_ random: any RandomSource) throws(KeychainError) {
    lockID = try random.makeIdentifier()
    lockGeneration += 1
    earlierSettings = LockSettings()
    settingsNumber = 0
  }

  /// Changes the settings. New settings do not prolong an unlocking.
  mutating func change(_ settings: LockSettings) {
    guard settings != self.settings else { return }
    earlierSettings = earlierSettings.joined(with: self.settings)
    self.settings = settings
    settingsNumber += 1
  }

  /// The settings that apply to an unlocking. If the settings changed after the unlocking, the strictest earlier
  /// settings apply in addition to the present settings.
  ///
  /// - Parameter number: `settingsNumber` at the time of the unlocking.
  func settings(since number: UInt64) -> LockSettings {
    number == settingsNumber ? settings : settings.joined(with: earlierSettings)
  }
}

extension StoreRecord {
  /// The keybag in force, as the database records it.
  var keybag: KeybagReference {
    get { KeybagReference(number: keybagNumber, digest: keybagDigest) }
    set { (keybagNumber, keybagDigest) = (newValue.number, newValue.digest) }
  }
}

extension RecordWriter {
  /// Writes the 40 bytes of a reference; nil leaves zeros.
  fileprivate mutating func put(_ keybag: KeybagReference?, at offset: Int) {
    guard let keybag else { return }
    put(keybag.number, at: offset)
    put(keybag.digest, at: offset + 8)
  }
}

extension RecordReader {
  /// Reads a number of seconds; nil for 0, which means never.
  fileprivate func seconds(at offset: Int) -> UInt32? {
    let seconds: UInt64 = number(at: offset)
    return seconds == 0 ? nil : UInt32(clamping: seconds)
  }

  /// Reads a reference; nil for the number 0, because no keybag has this number.
  fileprivate func keybag(at offset: Int) -> KeybagReference? {
    let number: UInt64 = number(at: offset)
    guard number != 0 else { return nil }
    return KeybagReference(number: number, digest: bytes(at: offset + 8, count: SHA256Digest.byteCount))
  }
}

// MARK: Encoding

extension HeaderState {
  /// Encodes the state in 512 bytes.
  ///
  /// - Throws: `.notAvailable` for a number above `RecordReader.largestNumber`.
  package func encoded() throws(KeychainError) -> [UInt8] {
    let numbers = [number, lockGeneration, keybag?.number ?? 0, pending?.number ?? 0]
    guard numbers.allSatisfy({ $0 <= RecordReader.largestNumber }) else {
      throw KeychainError(.notAvailable, "a number of the keychain's state is too large", because: .fileDamaged)
    }
    var writer = RecordWriter(byteCount: Self.byteCount)
    writer.put(Self.magic, at: 0)
    writer.put(Self.version, at: 8)
    let flags: UInt32 =
      (settings.locksWhenSuspended ? 1 : 0) | (isDamaged ? 2 : 0) | (earlierSettings.locksWhenSuspended ? 4 : 0)
    writer.put(flags, at: 12)
    writer.put(number, at: 16)
    writer.put(vaultID, at: 24)
    writer.put(databaseID, at: 40)
    writer.put(lockGeneration, at: 56)
    writer.put(lockID, at: 64)
    writer.put(UInt64(settings.timeout ?? 0), at: 80)
    writer.put(keybag, at: 88)
    writer.put(pending, at: 128)
    if let job {
      writer.put(job.kind.rawValue, at: 168)
      writer.put(job.from, at: 176)
      writer.put(job.to, at: 192)
    }
    writer.put(UInt64(earlierSettings.timeout ?? 0), at: 376)
    writer.put(settingsNumber, at: 384)
    return try writer.finished(checksumAt: Self.checksumOffset)
  }

  /// Reads a record; nil when the bytes are not an intact record.
  ///
  /// - Throws: `.notAvailable` for an intact record of a later version; `.allocation`.
  package init?(decoding bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    guard bytes.count == Self.byteCount, let reader = try RecordReader(bytes, checksumAt: Self.checksumOffset),
      reader.bytes(at: 0, count: 8) == Self.magic
    else { return nil }
    let version: UInt32 = reader.number(at: 8)
    guard version == Self.version else {
      throw KeychainError(.notAvailable, "the keychain was made by another version of this program (header \(version))")
    }
    guard let lockID = reader.identifier(at: 64) else { return nil }
    for offset in [16, 56, 88, 128, 384] {
      let number: UInt64 = reader.number(at: offset)
      guard number <= RecordReader.largestNumber else { return nil }
    }
    let flags: UInt32 = reader.number(at: 12)
    self.init(lockID: lockID)
    number = reader.number(at: 16)
    vaultID = reader.identifier(at: 24)
    databaseID = reader.identifier(at: 40)
    lockGeneration = reader.number(at: 56)
    settings = LockSettings(timeout: reader.seconds(at: 80), locksWhenSuspended: flags & 1 != 0)
    earlierSettings = LockSettings(timeout: reader.seconds(at: 376), locksWhenSuspended: flags & 4 != 0)
    settingsNumber = reader.number(at: 384)
    isDamaged = flags & 2 != 0
    keybag = reader.keybag(at: 88)
    pending = reader.keybag(at: 128)
    let kind: UInt32 = reader.number(at: 168)
    if kind != 0 {
      guard let kind = Job.Kind(rawValue: kind) else { return nil }
      job = Job(kind, from: reader.identifier(at: 176), to: reader.identifier(at: 192))
    }
  }
}
