import CPlatform
import Glibc
package import KeychainCrypto
import KeychainFiles
package import KeychainModel

/// Tickets in files of a folder in memory, for systems where the kernel refuses keyrings, such as containers. The
/// variable `LATCHKEY_UNLOCK_DIRECTORY` names the folder.
///
/// Only the user can access the files (0600). The files vanish when the machine restarts. The file of an expired ticket
/// may stay until a process finds it.
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

// An authority that keeps tickets in one place.
extension UnlockAuthority {
  package func tickets(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [[UInt8]] {
    ticket(purpose, of: vaultID).map { [$0] } ?? []
  }

  package func discard(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) {
    // Another process may have published a ticket meanwhile.
    if self.ticket(purpose, of: vaultID) == ticket { discard(purpose, of: vaultID) }
  }
}

/// Tickets in the kernel's keyring. Where the kernel refuses keyrings, as in many containers, the tickets are in files of
/// a folder in memory. Keychains that a person or a script makes use this authority, so that `create-keychain` leaves
/// its keychain unlocked for the commands that follow.
package struct KeyringOrFiles: UnlockAuthority {
  private let keyring: any UnlockAuthority
  /// The folders in which a process of the user may have left tickets. New tickets are written to the first folder that
  /// accepts them.
  private let folders: [UnlockFiles]

  private var places: [any UnlockAuthority] { [keyring] + folders }

  package init(_ keyring: any UnlockAuthority = KernelKeyring(), folders: [String] = KeyringOrFiles.standardFolders) {
    self.keyring = keyring
    self.folders = folders.map { UnlockFiles($0) }
  }

  /// The folders of this user: below `XDG_RUNTIME_DIR`, which not all processes of a user have, below the standard value
  /// of this variable, and in `/dev/shm`.
  package static var standardFolders: [String] {
    let user = geteuid()
    var folders = ["/dev/shm/latchkey-\(user)"]
    let standard = "/run/user/\(user)"
    if access(standard, F_OK) == 0 { folders.insert(standard + "/latchkey", at: 0) }
    if let value = lk_secure_getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/") {
      let folder = String(cString: value) + "/latchkey"
      folders.removeAll { $0 == folder }
      folders.insert(folder, at: 0)
    }
    return folders
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    for place in places { if let ticket = place.ticket(purpose, of: vaultID) { return ticket } }
    return nil
  }

  package func tickets(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [[UInt8]] {
    places.compactMap { $0.ticket(purpose, of: vaultID) }
  }

  package func discard(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) {
    for place in places { place.discard(ticket, purpose, of: vaultID) }
  }

  package func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)
  {
    // Earlier tickets are outdated. They are removed first, because two names may lead to one folder.
    for files in folders { try? files.revoke(purpose, of: vaultID) }
    var refusal: KeychainError?
    for place in places {
      do throws(KeychainError) { return try place.publish(ticket, purpose, of: vaultID, seconds: seconds) } catch {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? KeychainError(.notAvailable, "no ticket can be left")
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
