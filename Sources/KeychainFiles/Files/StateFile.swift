package import KeychainModel

/// A small file beside the files of a keychain, which records a fact about the keychain.
package struct StateFile: Sendable {
  private let folder: String
  private let name: String

  package init(_ name: String, in folder: String) {
    self.folder = folder
    self.name = name
  }

  private static let largestByteCount = 4096

  /// The content; nil when there is no such file.
  ///
  /// - Throws: The errors of `TrustedFile.read`.
  package func read() throws(KeychainError) -> [UInt8]? {
    try TrustedFile.read("\(folder)/\(name)", limit: Self.largestByteCount)
  }

  /// Replaces or creates the file, durably and in one step. Creates a missing folder.
  ///
  /// - Throws: `.notAvailable` when the folder or the file cannot be written; `.readOnly`; `.inputOutput`.
  package func replace(_ content: [UInt8]) throws(KeychainError) {
    let directory = try ProtectedDirectory.openOrCreate(folder)
    // The vault in the folder removes temporary files under this lock.
    let lock = try DirectoryLock(directory, timeout: .seconds(5))
    defer { withExtendedLifetime(lock) {} }
    try content.withBytes { (bytes) throws(KeychainError) in
      try ProtectedFile(name, in: directory).replace(bytes)
    }
  }
}
