import Glibc
import TestSupport

/// The folder with the files of a keychain under test. A test changes the files without any checks, as another program
/// could.
public struct KeychainFolder: Sendable {
  /// The absolute path of the folder.
  public let path: String
  /// The user whose process serves the keychain.
  let owner: uid_t

  /// Returns the path of a file.
  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns the names of the files, sorted.
  public func names() -> [String] { TemporaryDirectory.names(path).sorted() }

  /// Reads a file.
  public func read(_ name: String) throws -> [UInt8] { try TemporaryDirectory.readFile(self(name)) }

  /// Writes a file, which then belongs to the owner of the folder. Creates the folder if it is missing.
  public func write(_ bytes: [UInt8], to name: String) throws {
    if mkdir(path, 0o700) == 0 { chown(path, owner, owner) }
    try TemporaryDirectory.writeFile(bytes, to: self(name))
    chown(self(name), owner, owner)
  }
}
