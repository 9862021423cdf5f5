package import KeychainCrypto
package import KeychainModel

/// Where unlocked keys are left for other processes, as tickets: the kernel's keyring, files in memory, or the
/// memory of a daemon.
///
/// An authority need not be trusted with the lifetime of a ticket: a ticket opens only under the circumstances
/// that it was made for (`TicketBinding`), whatever files or tickets are put back.
package protocol UnlockAuthority: Sendable {
  /// The ticket that was left; nil when there is none, or none can be had.
  func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]?

  /// Leaves a ticket, in place of an earlier one.
  ///
  /// - Parameter seconds: After which it vanishes; nil for not before the machine is restarted.
  /// - Throws: `.notAvailable` where nothing can be left.
  func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError)

  /// Takes a ticket away, if there is one.
  ///
  /// - Throws: `.notAvailable` when it is still there.
  func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError)
}

/// The circumstances under which a ticket opens.
///
/// It is authenticated with the ticket and not part of it. A reader computes it from the files that it finds, so
/// a ticket that was kept opens nothing after a locking, a change of the keys or a restart.
package struct TicketBinding: Equatable, Sendable {
  /// The SHA-256 of the keybag in force.
  package let keybagDigest: [UInt8]
  /// The boot of the machine.
  package let boot: RowIdentifier
  /// The lock identifier of the header; nil for keys that locking leaves.
  package let lockID: RowIdentifier?

  /// - Parameter purpose: Only tickets of keys that locking takes away are bound to the lock identifier.
  package init(
    _ purpose: KeyTicket.Purpose, keybag: KeybagReference, lockID: RowIdentifier,
    boot: RowIdentifier
  ) {
    keybagDigest = keybag.digest
    self.boot = boot
    self.lockID = purpose == .whenUnlocked ? lockID : nil
  }

  /// Each part has one length, so that no two bindings have the same bytes.
  package var bytes: [UInt8] {
    keybagDigest + boot.bytes + [lockID == nil ? 0 : 1] + (lockID?.bytes ?? [])
  }
}
