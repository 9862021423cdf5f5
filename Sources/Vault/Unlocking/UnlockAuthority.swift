package import KeychainCrypto
import KeychainLog
package import KeychainModel

/// Where unlocked keys are left for other processes, as tickets: the kernel's keyring, or files in memory.
///
/// An authority need not be trusted with the lifetime of a ticket: a ticket opens only under the circumstances
/// that it was made for (`KeyTicket.Purpose.binding`), whatever files or tickets are put back.
package protocol UnlockAuthority: Sendable {
  /// The ticket that was left; nil when there is none, or none can be had.
  func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]?

  /// Leaves a ticket, in place of an earlier one.
  ///
  /// - Parameter seconds: After which it vanishes; nil for not before the machine is restarted.
  /// - Throws: `.notAvailable` where nothing can be left.
  func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)

  /// Takes a ticket away, if there is one.
  ///
  /// - Throws: `.notAvailable` when it is still there.
  func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError)
}

extension UnlockAuthority {
  /// Takes away a ticket that opens nothing any more. One that stays is no error.
  func discard(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) {
    do throws(KeychainError) { try revoke(purpose, of: vaultID) } catch {
      Log.error("a ticket could not be revoked; it opens nothing any more", error)
    }
  }
}

extension KeyTicket.Purpose {
  /// What an authority calls the ticket.
  var name: String { self == .whenUnlocked ? "unlocked" : "first-unlock" }

  /// The circumstances under which a ticket opens: the keybag in force, the boot of the machine and, for keys that
  /// locking takes away, the lock identifier of the header.
  ///
  /// They are authenticated with the ticket and not part of it. A reader computes them from the files that it finds, so
  /// a ticket that was kept opens nothing after a locking, a change of the keys or a restart. Each part has one length:
  /// no two circumstances have the same bytes.
  func binding(_ keybag: KeybagReference, _ boot: RowIdentifier, _ lockID: RowIdentifier) -> [UInt8] {
    keybag.digest + boot.bytes + (self == .whenUnlocked ? [1] + lockID.bytes : [0])
  }
}
