package import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// The file `keybag` of a store, written twice.
package struct KeybagFile: Sendable {
  package static let name = "keybag"

  // Room for every entry that a keybag may have, twice.
  private static let limit = 2 * (Keybag.maximumEntryCount + 2) * 80 + 16_384

  private let file: TwoCopyFile

  /// The keybag of a directory.
  ///
  /// - Parameter name: Of a keybag that has a name of its own (`KeybagFiles`).
  package init(in directory: ProtectedDirectory, name: String = name) {
    file = TwoCopyFile(
      ProtectedFile(name, in: directory),
      codec: TwoCopyCodec(
        magic: Keybag.magic, version: Keybag.formatVersion,
        checksum: SHA256Digest.digest(of:into:)),
      limit: Self.limit, damage: .keybagDamaged)
  }

  /// What the file system says about the file; nil when there is none. Another value than at the
  /// last reading means another keybag.
  package func status() throws(KeychainError) -> FileStatus? { try file.file.status() }

  /// The keybag; nil when there is no file.
  ///
  /// - Throws: `.notAvailable` when both copies are damaged, or made by a later version.
  package func load() throws(KeychainError) -> Keybag? { try read()?.content }

  /// What reading the file gives.
  package struct Reading: Sendable {
    package let content: Keybag
    /// That of the file before it was read.
    package let status: FileStatus?
    /// Whether one of the two copies is damaged.
    package let hasDamagedCopy: Bool
  }

  /// The keybag, and what else shows when it is read; nil when there is no file.
  ///
  /// - Throws: as `load()`.
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
  /// - Throws: `.notAvailable` when there is one already; it is not touched.
  package func create(_ keybag: Keybag) throws(KeychainError) {
    let isNew = try keybag.encoded.withBytes { bytes throws(KeychainError) in
      try file.create(bytes)
    }
    guard isNew else {
      throw KeychainError(.notAvailable, "\(file.file.path) exists already", because: .fileInTheWay)
    }
  }

  /// Puts a keybag in place of the file's, durably and in one step, and erases what the file was, as
  /// far as the file system lets it: it opens with less than the new one may need. To be called while
  /// holding the store's write lock.
  package func replace(_ keybag: Keybag) throws(KeychainError) {
    try keybag.encoded.withBytes { bytes throws(KeychainError) in
      try file.replace(bytes, erasingOld: true)
    }
  }

  /// Whether one of the two copies is damaged.
  ///
  /// - Throws: as `load()`.
  package func hasDamagedCopy() throws(KeychainError) -> Bool {
    try reading { _ throws(KeychainError) in try file.hasDamagedCopy() }
  }

  /// Reads again when the file that was read was replaced meanwhile: it may have been erased.
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

  /// Writes a damaged copy anew from the whole one; false when there was nothing to do. To be
  /// called while holding the store's write lock: loading leaves a damaged copy alone, because a
  /// reader could undo a change made meanwhile.
  @discardableResult
  package func repair() throws(KeychainError) -> Bool { try file.repair() }
}
