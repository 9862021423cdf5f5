package import KeychainCrypto
import KeychainFiles
package import KeychainModel

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
