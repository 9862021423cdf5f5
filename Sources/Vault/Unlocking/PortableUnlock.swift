import KeychainCrypto
import KeychainFiles
import KeychainModel

/// An unlocking of a portable vault: the key that was derived from the password, and the conditions of its validity.
///
/// The key takes the place of the device key. Without the key, the index of the vault cannot be searched. Programs pass
/// the key on in a ticket, which therefore opens the vault without the password as long as the vault is unlocked.
struct PortableUnlock: Sendable {
  let deviceKey: DeviceKey
  /// The digest of the keybag that the key opens.
  let keybagDigest: [UInt8]
  /// The lock identifier of the header at the unlocking.
  let lockID: RowIdentifier
  let validity: UnlockValidity

  /// Whether the vault is still unlocked.
  func holds(_ state: HeaderState, _ clock: any BootClock) -> Bool {
    lockID == state.lockID && validity.holds(state, clock)
  }
}

/// The encoding of a ticket with the key of a portable vault. Numbers are little-endian:
///
/// | bytes | field |
/// |---|---|
/// | 8 | `LKPORTK1` |
/// | 16 | identifier of the vault |
/// | 16 | identifier of the boot |
/// | 16 | lock identifier |
/// | 24 | time, suspended time and number of the settings, as in `KeyTicket` |
/// | 32 | digest of the keybag |
/// | 32 | key |
enum PortableTicket {
  private static let magic = Array("LKPORTK1".utf8)
  private static let (digestOffset, keyOffset, byteCount) = (80, 112, 144)

  /// The identifier under which an authority keeps the ticket. The complement differs from the identifier of the vault,
  /// under which the authority keeps the tickets of the vault's class keys.
  static func identifier(_ vaultID: RowIdentifier) -> RowIdentifier {
    RowIdentifier(high: ~vaultID.high, low: ~vaultID.low)
  }

  static func encoded(_ unlock: PortableUnlock, _ boot: RowIdentifier) throws(KeychainError) -> [UInt8] {
    var bytes = magic + unlock.deviceKey.vaultID.bytes + boot.bytes + unlock.lockID.bytes
    let validity = unlock.validity
    for number in [UInt64(bitPattern: validity.time), UInt64(bitPattern: validity.suspended), validity.settingsNumber] {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    bytes += unlock.keybagDigest
    try unlock.deviceKey.withBytes { bytes += $0 }
    return bytes
  }

  /// Returns nil unless the bytes are a ticket of this vault and this boot.
  static func decode(
    _ bytes: [UInt8], _ vaultID: RowIdentifier, _ boot: RowIdentifier
  ) throws(KeychainError) -> PortableUnlock? {
    guard bytes.count == byteCount, bytes.starts(with: magic), bytes[8..<24].elementsEqual(vaultID.bytes),
      bytes[24..<40].elementsEqual(boot.bytes), let lockID = RowIdentifier(bytes[40..<56])
    else { return nil }
    func number(_ offset: Int) -> UInt64 {
      bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    }
    let key = try bytes.withBytes { (bytes) throws(KeychainError) in
      try DeviceKey(vaultID: vaultID, bytes: UnsafeRawBufferPointer(rebasing: bytes[keyOffset...]))
    }
    return PortableUnlock(
      deviceKey: key, keybagDigest: Array(bytes[digestOffset..<keyOffset]), lockID: lockID,
      validity: UnlockValidity(
        time: Int64(clamping: number(56)), suspended: Int64(clamping: number(64)), settingsNumber: number(72)))
  }
}

extension KeyCache {
  /// Keeps the keys of a portable vault while this process makes the vault.
  func setNew(_ keys: PortableKeys?, of vaultID: RowIdentifier) { update(vaultID) { $0.newPortableKeys = keys } }

  /// Keeps the key of a new password until the change of the password is committed.
  func prepare(_ next: DeviceKey) { update(next.vaultID) { $0.nextPortableKey = next } }

  func dropPrepared(_ vaultID: RowIdentifier) { update(vaultID) { $0.nextPortableKey = nil } }
}

extension UnlockContext {
  /// The unlockings of a portable vault that are valid in a state: of this process, and of another process.
  func portableUnlocks(of vaultID: RowIdentifier, _ state: HeaderState) throws(KeychainError) -> [PortableUnlock] {
    let entry = cache.entry(vaultID)
    var found: [PortableUnlock] = []
    if let own = entry.portable, own.deviceKey.isUsableInThisProcess, own.holds(state, clock) { found.append(own) }
    // If this process locked the vault but could not record the locking, the vault stays locked for this process.
    guard entry.lockedID != state.lockID else { return found }
    let identifier = PortableTicket.identifier(vaultID)
    for var ticket in authority.tickets(.whenUnlocked, of: identifier) {
      defer { ticket.wipe() }
      guard let other = try PortableTicket.decode(ticket, vaultID, clock.now.boot) else { continue }
      if other.holds(state, clock) {
        found.append(other)
      } else if other.validity.time <= clock.now.time {
        // The vault was locked, or the time is over. The ticket is not sealed, so it must not stay. A ticket whose time
        // is later than the present time comes from another time namespace.
        authority.discard(ticket, .whenUnlocked, of: identifier)
      }
    }
    return found
  }

  /// Leaves the key of an unlocked portable vault to other processes.
  func publish(_ unlock: PortableUnlock, _ state: HeaderState) throws(KeychainError) {
    var ticket = try PortableTicket.encoded(unlock, clock.now.boot)
    defer { ticket.wipe() }
    try authority.publish(
      ticket, .whenUnlocked, of: PortableTicket.identifier(unlock.deviceKey.vaultID),
      seconds: unlock.validity.secondsLeft(state, clock))
  }

  /// Removes the ticket with the key of a portable vault. A failure is only logged, because the ticket is bound to the
  /// lock identifier.
  func discardPortableTicket(of vaultID: RowIdentifier) {
    authority.discard(.whenUnlocked, of: PortableTicket.identifier(vaultID))
  }
}
