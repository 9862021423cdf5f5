import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Compares the generation of a keybag with the greatest that the database remembers.
///
/// An earlier copy of the keybag may have another passcode, or none, and lack keys that rows are sealed
/// under; what is sealed by its keys may be lost once the right one is back. So it is refused, until
/// somebody puts the right one in its place or says that it is lost (`KeybagAcceptance`).
struct KeybagAge {
  let connection: Connection
  let generation: UInt64

  /// Whether the database has seen a later keybag.
  var isOlder: Bool {
    get throws(KeychainError) { try StoreSchema.keybagGeneration(of: connection) > generation }
  }

  /// Whether a keybag is older than the database beside it remembers, of a store that nobody has opened yet;
  /// nil when the database says nothing: it is missing, damaged, of an older version or of another store.
  static func isOlder(_ keybag: Keybag, in folder: ProtectedDirectory) -> Bool? {
    guard let found = remembered(in: folder), found.storeID == keybag.storeID else { return nil }
    return found.generation > keybag.generation
  }

  /// What a database that nobody has opened yet says of its keybag; nil when it says nothing.
  static func remembered(
    in folder: ProtectedDirectory
  ) -> (storeID: RowIdentifier?, generation: UInt64)? {
    // SQLite would take an empty one for a new database, and delete its log.
    guard (try? folder.status(of: StoreLocation.databaseName))?.byteCount ?? 0 > 0,
      let connection = try? Connection(StoreLocation.databaseName, in: folder),
      let storeID = try? StoreSchema.storeID(of: connection) as RowIdentifier?,
      let generation = try? StoreSchema.keybagGeneration(of: connection)
    else { return nil }
    connection.leaveFilesAlone()
    return (storeID, generation)
  }

  /// - Throws: `.notAvailable` for an earlier keybag.
  func check() throws(KeychainError) {
    guard try !isOlder else { throw Self.older }
  }

  /// The same, and records a keybag that the database has not seen: a change was interrupted after it was put
  /// in place, or the database is older than it. To be called while the store's lock is held.
  ///
  /// Nobody waits for it: when another process writes at that moment, a later opening does it.
  ///
  /// - Parameters:
  ///   - directory: That of the keybag. What is recorded must not be on the disk before it.
  ///   - deadline: Until when later statements of the connection wait for others.
  /// - Returns: Whether the keybag is known to be on the disk. Nothing may be sealed under its keys before.
  /// - Throws: `.notAvailable` for an earlier keybag.
  func checkAndCatchUp(
    _ directory: ProtectedDirectory, then deadline: Deadline
  ) throws(KeychainError) -> Bool {
    let recorded = try StoreSchema.keybagGeneration(of: connection)
    guard recorded <= generation else { throw Self.older }
    guard recorded < generation, !connection.isReadOnly else { return true }
    do throws(KeychainError) {
      try directory.synchronize()
    } catch {
      Log.error("the generation of the keybag could not be recorded", error)
      return false
    }
    connection.wait(until: .after(.zero))
    record()
    connection.wait(until: deadline)
    return true
  }

  /// Records a keybag that was put in place and made to last. The record may fail: a later one does it, and
  /// until then nothing but the notice of an earlier keybag is missing.
  func record() {
    do throws(KeychainError) {
      try StoreSchema.record(keybagGeneration: generation, in: connection)
    } catch {
      Log.error("the generation of the keybag could not be recorded", error)
    }
  }

  static let older = KeychainError(
    .notAvailable,
    "the keybag is older than the database remembers: perhaps an earlier copy was put in its place. Put "
      + "the newer one back. If there is none, verify-keychain --accept-keybag goes on with this one; "
      + "nothing was changed.", because: .keybagOlder)
}
