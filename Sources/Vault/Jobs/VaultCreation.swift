import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing

/// Makes the files of a new vault, or ends an interrupted creation.
///
/// 1. The header is filled with the identifiers of the vault and of the future database.
/// 2. The device key, the first keybag and the database are made. Each file gets its name only when it is complete. The
///    database is made last, so if the database exists, no file is missing.
/// 3. The job is removed from the header.
///
/// If the process dies after step 1, the job remains. The next opening performs step 3 if the database exists. If not,
/// the opening removes the files that name this vault, which contain no item. Files of another vault are not touched.
struct VaultCreation {
  let exclusive: ExclusiveVaultFiles
  let random: any RandomSource

  private var files: VaultFiles { exclusive.files }

  /// Makes a vault after `Consistency` found no vault.
  ///
  /// - Parameter content: The content of the vault; nil for a vault without items.
  func run(_ content: VaultContent? = nil) throws(KeychainError) {
    try exclusive.header.makeState(LockSettings(), random)
    try exclusive.step(.headerMade)
    let vaultID = if let id = content?.vaultID ?? files.namedID { id } else { try random.makeIdentifier() }
    let databaseID = try random.makeIdentifier()
    // The device key is read before any file is made, because a supplied key may belong to another vault.
    let deviceKey =
      if let key = content?.deviceKey { key } else { try files.deviceKey.keyForNewStore(vaultID, random: random) }
    try exclusive.change { (state) throws(KeychainError) in
      state.vaultID = vaultID
      (state.databaseID, state.keybag, state.pending, state.isDamaged) = (nil, nil, nil, false)
      state.settings = content?.settings ?? LockSettings()
      state.job = .create(to: databaseID)
      try state.lock(random)
    }
    try exclusive.step(.creationNamed)
    try make(deviceKey, databaseID, content)
  }

  /// Finishes an interrupted creation whose files are complete. Otherwise removes the files, and the folder has no vault.
  func resume(_ job: Job) throws(KeychainError) {
    guard let vaultID = try exclusive.header.state().vaultID, let databaseID = job.to else {
      throw Inconsistency.headerDamaged.error
    }
    Log.notice("the making of the keychain was interrupted")
    if let row = try exclusive.inspect().row, row.databaseID == databaseID { return try finish(databaseID, row.keybag) }
    // A process that has no credential may have made the file `device.key`.
    try files.keyFile.discard(vaultID)
    try files.keybags.discard(1, of: vaultID)
    // The removals are durable now. A file that came back would seem to belong to another vault.
    try exclusive.change { state in (state.vaultID, state.job) = (nil, nil) }
  }

  private func make(
    _ deviceKey: DeviceKey, _ databaseID: RowIdentifier, _ content: VaultContent?
  ) throws(KeychainError) {
    var keybag =
      if let content { try content.keybag(deviceKey) } else { try Keybag.create(deviceKey: deviceKey, random: random) }
    if let keys = files.newPortableKeys {
      keybag = try keybag.settingPasscode(keys.passcodeKey, deviceKey: deviceKey, random: random)
    }
    let digest = try keybag.digest()
    let generation = try exclusive.header.state().lockGeneration
    try setLogAside(databaseID)
    try files.deviceKey.create(deviceKey)
    try exclusive.step(.deviceKeyMade)
    try files.keybags.create(keybag, number: 1)
    try exclusive.step(.keybagMade)
    try DatabaseCreation.create(files.names.database, in: files.data, vaultID: deviceKey.vaultID) {
      (connection) throws(KeychainError) in
      try connection.write { () throws(KeychainError) in
        try content?.rows(connection)
        let row = StoreRecord(
          vaultID: deviceKey.vaultID, databaseID: databaseID, keybagNumber: 1, keybagDigest: digest,
          lockGeneration: generation, rows: try connection.countRows())
        try connection.setStoreRecord(row)
      }
    }
    try exclusive.step(.databaseMade)
    try finish(databaseID, KeybagReference(number: 1, digest: digest))
    Log.notice("a keychain was made")
  }

  private func finish(_ databaseID: RowIdentifier, _ keybag: KeybagReference) throws(KeychainError) {
    try files.data.synchronize()
    try exclusive.change { ($0.databaseID, $0.keybag, $0.job) = (databaseID, keybag, nil) }
    try exclusive.step(.created)
  }

  /// Renames a log without a database, because SQLite would replay it. It is kept, as its database may be restored.
  private func setLogAside(_ databaseID: RowIdentifier) throws(KeychainError) {
    for suffix in ["-wal", "-journal"] {
      try files.data.renameDurably(
        files.names.database + suffix, to: "\(files.names.database).aside-\(databaseID)\(suffix)")
    }
    // The file with the suffix `-shm` is only an index of the log.
    try files.data.remove(files.names.database + "-shm")
  }
}
