package import KeychainCrypto
import KeychainFiles
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

/// Tickets in files of a folder that lies in memory, for places where the kernel refuses keyrings, such as
/// containers. A person turns it on by naming the folder.
///
/// The files are the user's alone (0600). They vanish with the machine's restart. Nothing removes the file of a ticket
/// whose time is over: the time is sealed in the ticket.
package struct UnlockFiles: UnlockAuthority {
  private let path: String

  /// - Parameter path: An absolute path. The folder is made when it is not there.
  package init(_ path: String) { self.path = path }

  /// - Throws: `.notAvailable` when the folder is open to others, or does not lie in memory: unlocked keys are
  ///   never written to a disk.
  private func file(_ purpose: KeyTicket.Purpose, _ vaultID: RowIdentifier) throws(KeychainError) -> ProtectedFile {
    guard path.hasPrefix("/") else {
      throw KeychainError(.notAvailable, "the folder for unlocked keys is named by no absolute path")
    }
    let directory = try ProtectedDirectory.openOrCreate(path)
    guard try directory.isInMemory() else {
      throw KeychainError(
        .notAvailable, "\(path) does not lie in a memory file system (tmpfs): unlocked keys are not written to a disk")
    }
    return ProtectedFile("\(vaultID).\(purpose.name)", in: directory)
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    let content = try? file(purpose, vaultID).read(limit: KeyTicket.largestByteCount)
    return content?.withUnsafeBytes { $0.isEmpty ? nil : Array($0) }
  }

  package func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)
  {
    try ticket.withBytes { bytes throws(KeychainError) in try file(purpose, vaultID).replace(bytes, erasingOld: true) }
  }

  package func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    let file = try file(purpose, vaultID)
    _ = try file.directory.destroy(file.name)
  }
}
