import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainStore

@Suite struct StoreRecordTests {
  /// Tests digests with every first byte, because SQLite may convert a blob to a number.
  @Test func rowComesBackAsItWasWritten() throws {
    let temporary = try TemporaryDirectory()
    let directory = try ProtectedDirectory.openOrCreate(temporary.path)
    let vaultID = RowIdentifier(high: 1, low: 2)
    try DatabaseCreation.create("keychain.db", in: directory, vaultID: vaultID)
    let connection = try Connection("keychain.db", in: directory)
    for byte in UInt8.min...UInt8.max {
      let row = StoreRecord(
        vaultID: vaultID, databaseID: RowIdentifier(high: 3, low: 4), keybagNumber: 5,
        keybagDigest: [byte] + [UInt8](repeating: UInt8(ascii: "4"), count: 31),
        lockGeneration: 6, commits: 7,
        rows: RowCounts(genericPasswords: 8, internetPasswords: 9, keys: 10, certificates: 11))
      try connection.write { () throws(KeychainError) in try connection.setStoreRecord(row) }
      #expect(try connection.storeRecord() == row, "\(byte)")
    }
  }
}
