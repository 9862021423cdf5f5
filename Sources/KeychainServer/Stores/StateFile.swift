import KeychainFiles
import KeychainModel

/// A small file of the service in the folder of a keychain.
struct StateFile: Sendable {
  private let folder: String
  private let name: String

  init(_ name: String, in folder: String) {
    self.folder = folder
    self.name = name
  }

  private static let largestByteCount = 4096

  /// The content; nil when there is no such file.
  ///
  /// - Throws: The errors of `TrustedFile.read`.
  func read() throws(KeychainError) -> [UInt8]? {
    try TrustedFile.read("\(folder)/\(name)", limit: Self.largestByteCount)
  }

  /// Replaces or creates the file, durably and in one step. Creates a missing folder.
  ///
  /// - Throws: `.notAvailable` when the folder or the file cannot be written; `.readOnly`; `.inputOutput`.
  func replace(_ content: [UInt8]) throws(KeychainError) {
    let directory = try ProtectedDirectory.openOrCreate(folder)
    // The vault in the folder removes temporary files under this lock.
    let lock = try DirectoryLock(directory, timeout: .seconds(5))
    defer { withExtendedLifetime(lock) {} }
    try content.withBytes { (bytes) throws(KeychainError) in
      try ProtectedFile(name, in: directory).replace(bytes)
    }
  }
}
