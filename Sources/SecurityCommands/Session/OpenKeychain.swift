import Keychain
import KeychainCrypto
import KeychainModel
import RowSealing
import Vault

/// The keychain as the tool uses it: requests, where the files lie, and whether they are whole.
protocol OpenKeychain: KeychainService, KeyKeeping {
  var location: StoreLocation { get }

  /// The decisions about certificates that go with the keychain.
  var trustSettings: TrustSettingsStore { get }

  /// Whether there is a store.
  func isPresent() throws(KeychainError) -> Bool

  /// Opens the store, and makes it when there is none.
  func open() throws(KeychainError)

  /// Ends the use of the keychain: what was written is moved from the log into the database.
  func close()

  /// Reads everything that is stored and says what is damaged.
  ///
  /// - Parameter onProgress: Called with the number of rows read so far, and of all rows.
  func verify(
    onProgress: @escaping (Int, Int) -> Void
  ) throws(KeychainError) -> VerificationReport

  /// How many items of these classes no search finds, because they are damaged or ask for a proof.
  func countUnreadable(of itemClasses: [ItemClass]) throws(KeychainError) -> UnreadableRows.Count

  /// Puts what can be salvaged into a new database if the database is damaged; nil when it is whole.
  ///
  /// - Parameter onlyIfMarked: Does nothing unless a call has met damage.
  func repair(
    _ passcode: Passcode?, onlyIfMarked: Bool
  ) throws(KeychainError) -> RepairOutcome?

  /// Goes on with files of which one is an older copy, and says whether one was.
  func acceptOlder() throws(KeychainError) -> Bool

  /// Stores the items of a batch: all of them or none.
  ///
  /// - Parameter onProgress: Called with the number of items done.
  func perform(
    _ batch: BatchRequest, as caller: Caller, onProgress: (Int) -> Void
  ) throws(KeychainError) -> [BatchOutcome]

  /// Adds items: all of them or none.
  ///
  /// - Parameter onProgress: Called with the number of items done.
  func add(
    _ requests: [AddRequest], sparingPresent: Bool, as caller: Caller,
    with credential: AccessCredential?, onProgress: (Int) -> Void
  ) throws(KeychainError) -> [Item]

  /// Whether there is an equal item, for each of a batch.
  func duplicates(of batch: BatchRequest, as caller: Caller) throws(KeychainError) -> [Bool]

  /// Puts back the items in quarantine that can be read now and whose place is free.
  func recoverQuarantined() throws(KeychainError) -> QuarantineRecovery.Outcome

  /// Deletes what lies in quarantine, and says how many rows.
  func dropQuarantined() throws(KeychainError) -> Int

  /// Removes tombstones, and rows whose key was destroyed.
  ///
  /// - Parameter onProgress: Called with the number of rows looked at so far, and of all of them.
  func purge(onProgress: (Int, Int) -> Void) throws(KeychainError) -> Purge.Outcome

  /// Gives back the disk space that deleted items took; nil where there is no store.
  func compact(
    onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> Compaction.Outcome?

  /// How many items there are; nil when that cannot be told.
  func countItems() throws(KeychainError) -> Int?

  /// Whether a password is set, whether it is locked, and when it locks itself.
  func lockStatus() throws(KeychainError) -> LockStatus

  /// Whether a password is set, so that it can be locked; false where there is no keychain.
  func canBeLocked() throws(KeychainError) -> Bool

  /// Locks the keychain for every process; says whether its database could record it.
  func lock() throws(KeychainError) -> Bool

  /// Unlocks the keychain; says why other processes are not, when they are not.
  func unlock(_ passcode: Passcode) throws(KeychainError) -> KeychainError?

  /// The password that this process was given when it was started.
  func givenPasscode() throws(KeychainError) -> Passcode?

  /// Changes when the keychain locks itself.
  func set(_ settings: LockSettings) throws(KeychainError)

  /// Sets a first password, changes it, or removes it.
  func setPasscode(_ passcode: Passcode) throws(KeychainError) -> KeychainError?
  func changePasscode(
    from old: Passcode, to new: Passcode
  ) throws(KeychainError) -> KeychainError?
  func removePasscode(_ passcode: Passcode) throws(KeychainError)

  /// Destroys the keys and removes the store; nil where there is none.
  func eraseEverything() throws(KeychainError) -> ErasureOutcome?

  /// Writes the items to a sealed file; without a passphrase only this device opens it.
  func exportBackup(
    to path: [UInt8], passphrase: Passcode?, replaces: Bool, onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> BackupOutcome

  /// Whether a backup is opened by a passphrase, and not by the device key.
  func backupNeedsPassphrase(at path: [UInt8]) throws(KeychainError) -> Bool

  /// Stores the items of a backup: all of them or none.
  ///
  /// - Parameter deviceKeyCopy: A copy of the device key that it was made with; nil when it is this keychain's.
  func importBackup(
    from path: [UInt8], passphrase: Passcode?, deviceKeyCopy: DeviceKeyCopy?, isDryRun: Bool,
    onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> RestoreOutcome
}

extension LocalKeychain: OpenKeychain {}
