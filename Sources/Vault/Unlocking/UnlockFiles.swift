import CPlatform
import Glibc
package import KeychainCrypto
import KeychainFiles
package import KeychainModel

/// Tickets in files of a folder in memory, for systems where the kernel refuses keyrings, such as containers. The
/// variable `LATCHKEY_UNLOCK_DIRECTORY` names the folder.
///
/// Only the user can access the files (0600). The files vanish when the machine restarts. The file of an expired ticket
/// may stay, because the sealed time in the ticket shows that it has expired.
package struct UnlockFiles: UnlockAuthority {
  private let path: String

  /// - Parameter path: An absolute path. The folder is created if it is missing.
  package init(_ path: String) { self.path = path }

  /// - Throws: `.notAvailable` when the folder is accessible to other users, or is not in memory. Unlocked keys are
  ///   never written to a disk.
  private func file(
    _ purpose: KeyTicket.Purpose, _ vaultID: RowIdentifier, creating: Bool
  ) throws(KeychainError) -> ProtectedFile? {
    guard path.hasPrefix("/") else {
      throw KeychainError(.notAvailable, "the folder for unlocked keys is named by no absolute path")
    }
    let found = creating ? try ProtectedDirectory.openOrCreate(path) : try ProtectedDirectory.open(path)
    guard let directory = found else { return nil }
    guard try directory.isInMemory() else {
      throw KeychainError(
        .notAvailable, "\(path) does not lie in a memory file system (tmpfs): unlocked keys are not written to a disk")
    }
    return ProtectedFile("\(vaultID).\(purpose.name)", in: directory)
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    guard let file = try? file(purpose, vaultID, creating: false) else { return nil }
    let content = try? file.read(limit: KeyTicket.largestByteCount)
    return content?.withUnsafeBytes { $0.isEmpty ? nil : Array($0) }
  }

  package func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)
  {
    let file = try file(purpose, vaultID, creating: true)
    try ticket.withBytes { bytes throws(KeychainError) in try file?.replace(bytes, erasingOld: true) }
  }

  package func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    guard let file = try file(purpose, vaultID, creating: false) else { return }
    _ = try file.directory.destroy(file.name)
  }
}

/// Tickets in the kernel's keyring. Where the kernel refuses keyrings, as in many containers, the tickets are in files of
/// a folder in memory. Keychains that a person or a script makes use this authority, so that `create-keychain` leaves
/// its keychain unlocked for the commands that follow.
package struct KeyringOrFiles: UnlockAuthority {
  private let keyring: any UnlockAuthority
  /// The folders in which a process of the user may have left tickets. New tickets are written to the first folder.
  private let folders: [UnlockFiles]

  package init(_ keyring: any UnlockAuthority = KernelKeyring(), folders: [String] = KeyringOrFiles.standardFolders) {
    self.keyring = keyring
    self.folders = folders.map { UnlockFiles($0) }
  }

  /// The folders of this user: below `XDG_RUNTIME_DIR` if the variable is set, and in `/dev/shm`. Not all processes of a
  /// user have the variable.
  package static var standardFolders: [String] {
    let shared = "/dev/shm/latchkey-\(geteuid())"
    if let value = lk_secure_getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/") {
      return [String(cString: value) + "/latchkey", shared]
    }
    return [shared]
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    if let ticket = keyring.ticket(purpose, of: vaultID) { return ticket }
    for files in folders { if let ticket = files.ticket(purpose, of: vaultID) { return ticket } }
    return nil
  }

  package func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)
  {
    do throws(KeychainError) {
      try keyring.publish(ticket, purpose, of: vaultID, seconds: seconds)
    } catch {
      guard let files = folders.first,
        (try? files.publish(ticket, purpose, of: vaultID, seconds: seconds)) != nil
      else { throw error }
      return
    }
    // A ticket that an earlier call left in a file is outdated.
    for files in folders { try? files.revoke(purpose, of: vaultID) }
  }

  package func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    // A folder of another user in place of a folder of the files must not keep the other tickets.
    var failure: KeychainError?
    for files in folders {
      do throws(KeychainError) { try files.revoke(purpose, of: vaultID) } catch { failure = error }
    }
    try keyring.revoke(purpose, of: vaultID)
    if let failure { throw failure }
  }
}

extension UnlockContext {
  /// The context for keychains that a person or a script makes. The variable `LATCHKEY_UNLOCK_DIRECTORY` selects a folder
  /// as for the login keychain.
  package static let keychains = UnlockContext(
    authority: system.authority is KernelKeyring ? KeyringOrFiles() : system.authority, cache: system.cache,
    clock: system.clock)
}
