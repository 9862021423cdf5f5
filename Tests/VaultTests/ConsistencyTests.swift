import KeychainCrypto
import KeychainModel
import KeychainStore
import Testing

@testable import Vault

@Suite struct ConsistencyTests {
  private static let vault = RowIdentifier(high: 1, low: 1)
  private static let database = RowIdentifier(high: 2, low: 2)
  private static let other = RowIdentifier(high: 3, low: 3)
  private static let digest = [UInt8](repeating: 7, count: 32)

  private static var state: HeaderState {
    var state = HeaderState(lockID: RowIdentifier(high: 9, low: 9))
    state.vaultID = vault
    state.databaseID = database
    state.lockGeneration = 4
    return state
  }

  private static var row: StoreRecord {
    StoreRecord(
      vaultID: vault, databaseID: database, keybagNumber: 5, keybagDigest: digest,
      lockGeneration: 4, commits: 10)
  }

  /// Creates the files of a consistent vault, calls `change`, and returns the changed files.
  private func files(
    state: HeaderState = state, row: StoreRecord = row,
    _ change: (inout FoundFiles) -> Void = { _ in }
  ) -> FoundFiles {
    var files = FoundFiles(
      header: .state(state), database: .row(row), keybagDigest: Self.digest, keybagNumbers: [5],
      isDeviceKeyRight: true, witness: 10)
    change(&files)
    return files
  }

  private func altered(_ change: (inout HeaderState) -> Void) -> HeaderState {
    var state = Self.state
    change(&state)
    return state
  }

  private func alteredRow(_ change: (inout StoreRecord) -> Void) -> StoreRecord {
    var row = Self.row
    change(&row)
    return row
  }

  @Test func filesThatBelongTogetherAreWhole() {
    #expect(Consistency(files()) == .whole)
  }

  /// A process can crash between the two writes that lock the vault, or between a commit and the write that records the
  /// commit in the header. The files are consistent after such a crash.
  @Test func crashIsNoReasonToRefuse() {
    #expect(Consistency(files(state: altered { $0.lockGeneration = 5 })) == .whole)
    #expect(Consistency(files(row: alteredRow { $0.commits = 11 })) == .whole)
    #expect(Consistency(files { $0.witness = nil }) == .whole)
    let pending = KeybagReference(number: 6, digest: Self.digest)
    #expect(
      Consistency(files(state: altered { $0.pending = pending }) { $0.keybagNumbers = [5, 6] })
        == .whole)
    #expect(Consistency(files { $0.keybagNumbers = [3, 4, 5] }) == .whole)
  }

  @Test func olderFileIsNoticed() {
    #expect(
      Consistency(files(row: alteredRow { $0.lockGeneration = 5 })) == .refused(.olderHeader))
    #expect(Consistency(files { $0.witness = 11 }) == .refused(.missingCommits))
    #expect(Consistency(files { $0.keybagDigest = nil }) == .refused(.keybagMissing))
    #expect(
      Consistency(files { $0.keybagDigest = [UInt8](repeating: 8, count: 32) }) == .refused(.keybagDiffers))
    #expect(Consistency(files { $0.keybagNumbers = [5, 6] }) == .refused(.newerKeybag))
    #expect(
      Consistency(files { $0.isDeviceKeyRight = false }) == .refused(.deviceKeyDiffers))
  }

  @Test func filesOfAnotherVaultOrDatabaseAreRefused() {
    #expect(
      Consistency(files(row: alteredRow { $0.vaultID = Self.other })) == .refused(.otherVault))
    #expect(
      Consistency(files(row: alteredRow { $0.databaseID = Self.other })) == .refused(.otherDatabase)
    )
    #expect(Consistency(files(state: altered { $0.vaultID = nil })) == .refused(.otherVault))
  }

  @Test func missingFileIsALossAndNeverANewVault() {
    #expect(Consistency(files { $0.header = .missing }) == .refused(.headerMissing))
    #expect(Consistency(files { $0.header = .damaged }) == .refused(.headerDamaged))
    #expect(Consistency(files { $0.database = .missing }) == .refused(.databaseMissing))
    #expect(
      Consistency(
        files {
          $0.database = .missing
          $0.absence = .databaseMoved
        }) == .refused(.databaseMoved))
    #expect(Consistency(files { $0.database = .damaged }) == .refused(.databaseDamaged))
    #expect(Consistency(files { $0.isDeviceKeyRight = nil }) == .refused(.deviceKeyMissing))
    // The header and the database are missing.
    #expect(
      Consistency(
        files {
          $0.header = .missing
          $0.database = .missing
        }) == .refused(.headerMissing))
    // The header names no vault, and the database is missing.
    #expect(
      Consistency(
        files(state: HeaderState(lockID: Self.other)) { $0.database = .missing })
        == .refused(.otherVault))
  }

  @Test func emptyFolderIsANewVault() {
    for header in [FoundFiles.Header.missing, .state(HeaderState(lockID: Self.other))] {
      let found = files {
        $0.header = header
        $0.database = .missing
        $0.keybagDigest = nil
        $0.keybagNumbers = []
        $0.isDeviceKeyRight = nil
        $0.witness = nil
      }
      #expect(Consistency(found) == .empty)
    }
  }

  @Test func jobComesBeforeEverythingElse() {
    let job = Job.repair(from: Self.database, to: Self.other)
    let state = altered { $0.job = job }
    #expect(Consistency(files(state: state) { $0.database = .missing }) == .job(job))
    #expect(Consistency(files(state: state) { $0.keybagDigest = nil }) == .job(job))
  }

  /// An older header is restored to a vault that was locked later. The unfinished erasure in this header is not
  /// resumed.
  @Test func oldLineIsNotResumed() {
    let state = altered { $0.job = .erase(from: Self.database) }
    #expect(Consistency(files(state: state)) == .job(.erase(from: Self.database)))
    #expect(
      Consistency(files(state: state, row: alteredRow { $0.lockGeneration = 5 }))
        == .refused(.olderHeader))
    // After the older header was saved, a repair replaced the database, or a database of another vault was restored.
    #expect(
      Consistency(files(state: state, row: alteredRow { $0.databaseID = Self.other }))
        == .refused(.otherDatabase))
    let other = alteredRow { $0.vaultID = Self.other }
    let repair = altered { $0.job = .repair(from: Self.database, to: Self.other) }
    #expect(Consistency(files(state: repair, row: other)) == .refused(.otherVault))
    // The erasure names this database. So the erasure is completed even though the database belongs to another vault.
    #expect(Consistency(files(state: state, row: other)) == .job(.erase(from: Self.database)))
  }
}
