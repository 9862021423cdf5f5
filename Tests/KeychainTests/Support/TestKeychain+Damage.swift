import CSQLite
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Vault

@testable import Keychain

extension TestKeychain {
  /// Runs SQL statements on the database, as another program could.
  func execute(_ sql: String, isDefensive: Bool = true) throws {
    keychain.close()
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard Self.open(folder("keychain.db"), &handle) == SQLITE_OK,
      sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
    else { throw Failure(reason: String(cString: sqlite3_errmsg(handle))) }
  }

  /// Opens a database with the keychain's SQLite file system, which updates the checksums of pages.
  static func open(_ path: String, _ handle: inout OpaquePointer?) -> Int32 {
    sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, "latchkey")
  }

  /// Damages the header of the database, so that SQLite cannot read the database. No row is changed.
  func damageHeader() throws {
    keychain.close()
    var database = try folder.read("keychain.db")
    database[0] ^= 0xFF
    try overwrite(database, folder("keychain.db"))
  }

  /// Destroys the class key of an accessibility class.
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

/// Overwrites the content of a file that other processes have open. The file is not replaced.
func overwrite(_ content: [UInt8], _ path: String) throws {
  let file = open(path, O_WRONLY)
  defer { close(file) }
  guard pwrite(file, content, content.count, 0) == content.count else {
    throw TestKeychain.Failure(reason: "cannot write \(path)")
  }
}

extension [String: [UInt8]] {
  /// Overwrites a range of bytes of the database.
  mutating func fill(_ range: Range<Int>, with byte: UInt8) {
    self["keychain.db"]?.replaceSubrange(range, with: repeatElement(byte, count: range.count))
  }
}

extension [UInt8] {
  /// The numbers of the pages whose first byte satisfies a condition. The first page has the number 0 and is omitted.
  func pages(where isWanted: (UInt8) -> Bool) -> [Int] {
    (1..<count / 4096).filter { isWanted(self[$0 * 4096]) }
  }
}

/// A generator of pseudorandom numbers that are the same in every run (SplitMix64).
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
