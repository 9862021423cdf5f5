import KeychainCrypto
import KeychainFiles
import KeychainModel

/// The key of a portable vault, which is derived from the password and takes the place of the device key. No file
/// contains the key. The key is available while the vault is unlocked.
struct PortableDeviceKey: DeviceKeyProvider {
  let data: ProtectedDirectory
  let names: VaultFiles.Names
  let context: UnlockContext

  var summary: String { "derived from the password" }

  func read(
    for vaultID: RowIdentifier
  ) throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? {
    if let keys = context.cache.entry(vaultID).newPortableKeys { return (keys.deviceKey, false) }
    guard let state = try HeaderFile(names.header, in: data)?.read()?.state else { return nil }
    let unlocks = try context.portableUnlocks(of: vaultID, state)
    let unlock = unlocks.first { $0.keybagDigest == state.keybag?.digest } ?? unlocks.first
    return unlock.map { ($0.deviceKey, false) }
  }

  func keyForNewStore(
    _ vaultID: RowIdentifier, random: some RandomSource
  ) throws(KeychainError) -> DeviceKey {
    guard let keys = context.cache.entry(vaultID).newPortableKeys else {
      throw KeychainError(.notAvailable, "the making of the keychain was interrupted; remove it and make it again")
    }
    return keys.deviceKey
  }

  // The keybag alone determines the key, so nothing is stored.
  func create(_ key: DeviceKey) throws(KeychainError) {}
  func discard(_ vaultID: RowIdentifier) throws(KeychainError) {}
  func hasDamagedCopy() throws(KeychainError) -> Bool { false }
  func repair() throws(KeychainError) -> Bool { false }

  func requireChangeable(_ vaultID: RowIdentifier) throws(KeychainError) {
    throw KeychainError(
      .notAvailable, "a portable keychain has no device key; set-keychain-password changes its password")
  }

  /// Keeps the key of the new password in memory. The commit of the keybag decides whether the key is used.
  func prepare(_ next: DeviceKey) throws(KeychainError) { context.cache.prepare(next) }

  func prepared(_ vaultID: RowIdentifier) -> DeviceKey? { context.cache.entry(vaultID).nextPortableKey }

  func abort(_ vaultID: RowIdentifier) throws(KeychainError) { context.cache.dropPrepared(vaultID) }

  func destroy(_ vaultID: RowIdentifier) throws(KeychainError) -> DeviceKeyDestruction {
    context.discardPortableTicket(of: vaultID)
    return DeviceKeyDestruction()
  }
}

extension Vault {
  package var isPortable: Bool { location.named?.isPortable == true }

  /// The opened folders, with the values that only this process knows.
  func prepared(_ files: VaultFiles) -> VaultFiles {
    var files = files
    files.onStep = onStep
    files.namedID = location.named?.vaultID
    if isPortable, let named = location.named {
      files.portable = PortableDeviceKey(data: files.data, names: files.names, context: context)
      files.newPortableKeys = context.cache.entry(named.vaultID).newPortableKeys
    }
    return files
  }

  /// The files of a vault that can be read without a key: the header and the keybag in force.
  struct LockedFiles {
    let header: HeaderFile
    let state: HeaderState
    let keybag: Keybag
    let reference: KeybagReference
  }

  func lockedFiles() throws(KeychainError) -> LockedFiles {
    guard let files = try existingFiles(), let header = try files.header(), let state = try header.read()?.state,
      var reference = state.keybag
    else { throw NamedVault.missing }
    // Only the database shows whether a change of the password was committed.
    if state.pending != nil, let row = files.readableRow(until: .after(.seconds(2))) { reference = row.keybag }
    guard let keybag = try files.keybags.load(reference) else { throw Inconsistency.keybagMissing.error }
    return LockedFiles(header: header, state: state, keybag: keybag, reference: reference)
  }

  /// The status of a locked portable vault; nil when the vault is unlocked, and for any other vault.
  func lockedStatus() throws(KeychainError) -> LockStatus? {
    guard isPortable else { return nil }
    let locked = try lockedFiles()
    guard try context.portableUnlocks(of: locked.keybag.vaultID, locked.state).isEmpty else { return nil }
    return LockStatus(hasPasscode: true, state: .locked, settings: locked.state.settings)
  }
}

extension KeychainError {
  /// The error of a call on a locked portable vault.
  static var portableIsLocked: KeychainError {
    KeychainError(.interactionNotAllowed, "the keychain is locked", because: .locked, cause: .indexClosed)
  }
}
