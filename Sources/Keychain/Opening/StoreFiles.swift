import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore

/// The small files of a store, each read once.
struct StoreFiles {
  let keybag: Keybag
  /// That of the file before it was read.
  let keybagStatus: FileStatus?
  let deviceKey: DeviceKey
  let stateFile: StateFile
  let state: StoreState

  /// Whether a file has a damaged copy that can be written anew.
  let hasDamagedCopy: Bool

  /// Reads the files; nil when one is missing, or the state says nothing.
  ///
  /// - Throws: `.notAvailable` when one is damaged beyond repair, or open to others.
  init?(_ folders: StoreFolders) throws(KeychainError) {
    guard let keybag = try folders.keybag.read(),
      let deviceKey = try folders.deviceKey.read(for: keybag.content.storeID),
      let stateFile = try StateFile(in: folders.data), let state = try stateFile.read(),
      !state.isDamaged(of: keybag.content.storeID)
    else { return nil }
    self.keybag = keybag.content
    keybagStatus = keybag.status
    self.deviceKey = deviceKey.key
    self.stateFile = stateFile
    self.state = state
    hasDamagedCopy = keybag.hasDamagedCopy || deviceKey.hasDamagedCopy
  }
}
