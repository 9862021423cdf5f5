package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel

/// A store of tickets with unlocked keys for other processes: the kernel's keyring, or files in memory.
///
/// A ticket opens only under the conditions that it was made for (`KeyTicket.Purpose.binding`), even if old files or
/// tickets are restored. The ticket of a portable vault is not sealed, so a process that finds it expired removes it.
package protocol UnlockAuthority: Sendable {
  /// The published ticket; nil when no ticket is available.
  func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]?

  /// The tickets in all places in which the authority keeps tickets. At most one of them is valid.
  func tickets(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [[UInt8]]

  /// Removes a ticket where it is, and no other ticket. A failure is only logged.
  func discard(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier)

  /// Publishes a ticket, and replaces an earlier ticket.
  ///
  /// - Parameter seconds: The time after which the ticket vanishes; nil to keep it until the machine restarts.
  /// - Throws: `.notAvailable` when no ticket can be published.
  func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)

  /// Removes a ticket, if there is one.
  ///
  /// - Throws: `.notAvailable` when the ticket is still there.
  func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError)
}

extension UnlockAuthority {
  /// Removes a ticket that no longer opens anything. A failure is only logged.
  func discard(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) {
    do throws(KeychainError) { try revoke(purpose, of: vaultID) } catch {
      Log.error("a ticket could not be revoked; it opens nothing any more", error)
    }
  }
}

extension KeyTicket.Purpose {
  /// The name of the ticket in an authority.
  var name: String { self == .whenUnlocked ? "unlocked" : "first-unlock" }

  /// The conditions under which a ticket opens: the keybag in force, the boot and, if locking revokes it, the locking.
  ///
  /// The conditions are authenticated with the ticket, but are not part of the ticket. A reader computes the conditions
  /// from the current files. So an old ticket opens nothing after a locking, a change of the keys or a restart. Each
  /// part has a fixed length, so different conditions always have different bytes.
  func binding(_ keybag: KeybagReference, _ boot: RowIdentifier, _ lockID: RowIdentifier) -> [UInt8] {
    keybag.digest + boot.bytes + (self == .whenUnlocked ? [1] + lockID.bytes : [0])
  }
}

/// Tickets in the kernel's user keyring.
package struct KernelKeyring: UnlockAuthority {
  package init() {}

  private func name(_ purpose: KeyTicket.Purpose, _ vaultID: RowIdentifier) -> String {
    "latchkey:\(vaultID):\(purpose.name)"
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    UserKeyring.read(name(purpose, vaultID), limit: KeyTicket.largestByteCount)
  }

  package func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)
  {
    try UserKeyring.put(ticket, name(purpose, vaultID), seconds: seconds)
  }

  package func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    try UserKeyring.remove(name(purpose, vaultID))
  }
}
