import CSQLite
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Vault

@testable import Keychain

extension TestKeychain {
  /// Runs statements on the database, like another program.
  func execute(_ sql: String, isDefensive: Bool = true) throws {
    keychain.close()
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard Self.open(folder("keychain.db"), &handle) == SQLITE_OK,
      sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
    else { throw Failure(reason: String(cString: sqlite3_errmsg(handle))) }
  }

  /// Opens a database through the keychain's SQLite file system, which maintains page checksums.
  static func open(_ path: String, _ handle: inout OpaquePointer?) -> Int32 {
    sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, "latchkey")
  }

  /// Makes the database unreadable for SQLite without changing a row.
  func damageHeader() throws {
    keychain.close()
    var database = try folder.read("keychain.db")
    database[0] ^= 0xFF
    try overwrite(database, folder("keychain.db"))
  }

  /// Destroys the key that seals items of a class.
  func destroyKey(of accessibility: Accessibility) throws {
    keychain.close()
    let files = try folder.vaultFiles()
    let exclusive = try ExclusiveVaultFiles(files, until: .after(.seconds(20)))
    let keybag = try keybag()
    guard let key = try files.deviceKey.load(for: keybag.vaultID),
      let keyID = keybag.activeKeyID(for: accessibility)
    else { throw Failure(reason: "there is no such key") }
    let next = try keybag.destroyingKey(keyID, deviceKey: key, random: SystemRandom())
    _ = try KeybagCommit(exclusive).run(next, deviceKey: key)
  }

  struct Failure: Error { let reason: String }
}

/// Overwrites a file that other processes have open.
func overwrite(_ content: [UInt8], _ path: String) throws {
  let file = open(path, O_WRONLY)
  defer { close(file) }
  guard pwrite(file, content, content.count, 0) == content.count else {
    throw TestKeychain.Failure(reason: "cannot write \(path)")
  }
}

extension [String: [UInt8]] {
  /// Overwrites a part of the database.
  mutating func fill(_ range: Range<Int>, with byte: UInt8) {
    self["keychain.db"]?.replaceSubrange(range, with: repeatElement(byte, count: range.count))
  }
}

extension [UInt8] {
  /// The numbers of the pages, counted from 0, whose first byte meets a condition. The first page
  /// is left out.
  func pages(where isWanted: (UInt8) -> Bool) -> [Int] {
    (1..<count / 4096).filter { isWanted(self[$0 * 4096]) }
  }
}

/// Pseudorandom numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
