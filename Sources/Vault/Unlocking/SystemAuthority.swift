import CPlatform
import KeychainCrypto
import KeychainModel

/// The kernel's keyring, unless the variable `LATCHKEY_UNLOCK_DIRECTORY` names a folder in memory for unlocked keys.
struct SystemAuthority: UnlockAuthority {
  private static let folder: String? = {
    guard let value = lk_secure_getenv("LATCHKEY_UNLOCK_DIRECTORY") else { return nil }
    let path = String(cString: value)
    return path.isEmpty ? nil : path
  }()

  /// - Throws: `.notAvailable` when the folder cannot be used.
  private func authority() throws(KeychainError) -> any UnlockAuthority {
    guard let folder = Self.folder else { return KernelKeyring() }
    return try UnlockFiles(folder)
  }

  func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    (try? authority())?.ticket(purpose, of: vaultID)
  }

  func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    try authority().publish(ticket, purpose, of: vaultID, seconds: seconds)
  }

  func revoke(
    _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier
  ) throws(KeychainError) {
    try authority().revoke(purpose, of: vaultID)
  }
}

/// The clocks of this machine.
package struct SystemVaultClock: VaultClock {
  package init() {}

  package var now: BootMoment { .now }

  /// The clock that stands still meanwhile is read first, so that time between the two readings counts as suspension,
  /// never as less than none.
  package var suspended: Int64 {
    let awake = lk_monotonic_now()
    return lk_boot_now() - awake
  }
}
