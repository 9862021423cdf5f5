package import KeychainCrypto
import KeychainFiles
package import KeychainModel

/// Tickets in files of a folder that lies in memory, for places where the kernel refuses keyrings, such as
/// containers. A person turns it on by naming the folder.
///
/// The files are the user's alone (0600). They vanish with the machine's restart, and those with a time limit
/// are bound to it by what is sealed in the ticket, because nothing removes the file then.
package struct UnlockFiles: UnlockAuthority {
  private static let largestByteCount = KeyTicket.largestByteCount

  private let directory: ProtectedDirectory

  /// - Parameter path: An absolute path. The folder is made when it is not there.
  /// - Throws: `.notAvailable` when the folder is open to others, or does not lie in memory: unlocked keys are
  ///   never written to a disk.
  package init(_ path: String) throws(KeychainError) {
    guard path.hasPrefix("/") else {
      throw KeychainError(
        .notAvailable, "the folder for unlocked keys is named by no absolute path")
    }
    let directory = try ProtectedDirectory.openOrCreate(path)
    guard try directory.isInMemory() else {
      throw KeychainError(
        .notAvailable,
        "\(path) does not lie in a memory file system (tmpfs): unlocked keys are not written to a disk"
      )
    }
    self.directory = directory
  }

  private func file(_ purpose: KeyTicket.Purpose, _ vaultID: RowIdentifier) -> ProtectedFile {
    let name = purpose == .whenUnlocked ? "unlocked" : "first-unlock"
    return ProtectedFile("\(vaultID).\(name)", in: directory)
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    guard let content = try? file(purpose, vaultID).read(limit: Self.largestByteCount) else {
      return nil
    }
    let ticket = content.withUnsafeBytes { Array($0) }
    return ticket.isEmpty ? nil : ticket
  }

  package func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    try ticket.withBytes { bytes throws(KeychainError) in
      try file(purpose, vaultID).replace(bytes, erasingOld: true)
    }
  }

  package func revoke(
    _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier
  ) throws(KeychainError) {
    _ = try directory.destroy(file(purpose, vaultID).name)
  }
}
