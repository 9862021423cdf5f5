package import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// A keybag file of a store. The file contains the keybag twice.
package struct KeybagFile: Sendable {
  package static let name = "keybag"

  // The largest size of the file in bytes: room for two copies of the largest keybag.
  private static let limit = 2 * (Keybag.maximumEntryCount + 2) * 80 + 16_384

  private let file: TwoCopyFile

  /// The keybag file of a directory.
  ///
  /// - Parameter name: The name of a numbered keybag (`KeybagFiles`).
  package init(in directory: ProtectedDirectory, name: String = name) {
    file = TwoCopyFile(
      ProtectedFile(name, in: directory),
      codec: TwoCopyCodec(
        magic: Keybag.magic, version: Keybag.formatVersion,
        checksum: SHA256Digest.digest(of:into:)),
      limit: Self.limit, damage: .keybagDamaged)
  }

  /// The status of the file; nil when there is no file. If the status differs from the status at the last reading, the
  /// keybag has changed.
  package func status() throws(KeychainError) -> FileStatus? { try file.file.status() }

  /// The keybag; nil when there is no file.
  ///
  /// - Throws: `.notAvailable` when both copies are damaged, or when a later version of Latchkey wrote the copies.
  package func load() throws(KeychainError) -> Keybag? { try read()?.content }

  /// The result of reading the file.
  package struct Reading: Sendable {
    package let content: Keybag
    /// The status of the file before it was read.
    package let status: FileStatus?
    /// Whether one of the two copies is damaged.
    package let hasDamagedCopy: Bool
  }

  /// The keybag, with the status of the file and of its copies; nil when there is no file.
  ///
  /// - Throws: The errors of `load()`.
  package func read() throws(KeychainError) -> Reading? {
    try reading { status throws(KeychainError) in
      try file.read { payload, needsRepair throws(KeychainError) in
        Reading(
          content: try Keybag(decoding: payload), status: status, hasDamagedCopy: needsRepair)
      }
    }
  }

  /// Creates the file, durably.
  ///
  /// - Throws: `.notAvailable` when the file exists already; the existing file is not changed.
  package func create(_ keybag: Keybag) throws(KeychainError) {
    let isNew = try keybag.encoded.withBytes { bytes throws(KeychainError) in
      try file.create(bytes)
    }
    guard isNew else {
      throw KeychainError(.notAvailable, "\(file.file.path) exists already", because: .fileInTheWay)
    }
  }

  /// Replaces the keybag in the file, durably and in one step. Then erases the old file, as far as the file system
  /// allows this, because the old keybag may be easier to open than the new keybag. The caller must hold the store's
  /// write lock.
  package func replace(_ keybag: Keybag) throws(KeychainError) {
    try keybag.encoded.withBytes { bytes throws(KeychainError) in
      try file.replace(bytes, erasingOld: true)
    }
  }

  /// Whether one of the two copies is damaged.
  ///
  /// - Throws: The errors of `load()`.
  package func hasDamagedCopy() throws(KeychainError) -> Bool {
    try reading { _ throws(KeychainError) in try file.hasDamagedCopy() }
  }

  /// Runs `body`. If `body` fails and the file was replaced in between, runs `body` again, because the old file may
  /// have been erased.
  private func reading<Result>(
    _ body: (FileStatus?) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    while true {
      let status = try status()
      do throws(KeychainError) {
        return try body(status)
      } catch {
        guard try self.status() != status else { throw error }
      }
    }
  }

  /// Replaces a damaged copy with the intact copy. Returns false when no copy is damaged. The caller must hold the
  /// store's write lock. Loading does not repair a copy, because a reader could undo a concurrent change.
  @discardableResult
  package func repair() throws(KeychainError) -> Bool { try file.repair() }
}
