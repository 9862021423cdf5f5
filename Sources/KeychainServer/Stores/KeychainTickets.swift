import KeychainCrypto
import KeychainFiles
import KeychainModel
import Vault

/// The tickets of one keychain among the tickets of the service. Knows which vault they belong to, although a keychain
/// that was erased has another vault.
final class KeychainTickets: UnlockAuthority {
  private let all: any UnlockAuthority
  private let lastVaultID = ForkSafeMutex<RowIdentifier?>(nil)

  init(_ all: any UnlockAuthority) { self.all = all }

  /// The vault whose ticket was last searched for or published; nil when the keychain was not unlocked before.
  var vaultID: RowIdentifier? { lastVaultID.withLock { $0 } }

  func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    lastVaultID.withLock { $0 = vaultID }
    return all.ticket(purpose, of: vaultID)
  }

  func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    lastVaultID.withLock { $0 = vaultID }
    try all.publish(ticket, purpose, of: vaultID, seconds: seconds)
  }

  func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    try all.revoke(purpose, of: vaultID)
  }
}
