import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel

/// Changes the device key together with the keybag. Two files change, which nothing can do in one step:
///
/// 1. The header names the change, and the provider keeps the next key beside the present one.
/// 2. The keybag is committed.
/// 3. The provider puts the next key in place, and the line of the header is erased.
///
/// A process that dies leaves the line. The keybag that the database records decides then which of the two keys is the
/// right one.
struct DeviceKeyChange {
  private let exclusive: ExclusiveFiles

  init(_ exclusive: ExclusiveFiles) { self.exclusive = exclusive }

  private var provider: any DeviceKeyProvider { exclusive.files.deviceKey }

  /// - Parameter commit: Commits the keybag that the next key opens.
  func run(
    _ next: DeviceKey, _ commit: () throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try provider.requireChangeable(next.storeID)
    try exclusive.files.data.requireWritable()
    try exclusive.change { state in
      state.job = Job(.changeDeviceKey, from: state.databaseID, to: state.databaseID)
    }
    try exclusive.step(.deviceKeyChangeNamed)
    do throws(KeychainError) {
      try provider.prepare(next)
      try exclusive.step(.deviceKeyPrepared)
      try commit()
    } catch {
      // The transaction may have been committed all the same: the database decides.
      try? resume()
      guard (try? isInForce(next)) == true else { throw error }
      Log.error("the device key was changed, with an error on the way", error)
      return
    }
    do throws(KeychainError) {
      try finish(next.storeID)
    } catch {
      // The commit is done: the next use of the keychain puts the key in its place.
      Log.error("the change of the device key is finished by the next use of the keychain", error)
    }
  }

  /// Whether a key opens the keybag that is in force.
  private func isInForce(_ key: DeviceKey) throws(KeychainError) -> Bool {
    let state = try exclusive.state()
    guard let reference = state.keybag,
      let keybag = try exclusive.files.keybags.load(reference.number)
    else { return false }
    return try keybag.isOpened(by: key)
  }

  /// Finishes a change that was interrupted, or undoes it when the keybag is still the old one.
  ///
  /// - Throws: `.notAvailable` when neither key opens the keybag; nothing is changed then.
  func resume() throws(KeychainError) {
    let recorded = try KeybagCommit(exclusive).settle()
    guard let keybag = try exclusive.files.keybags.load(recorded.number) else {
      throw Inconsistency.keybagMissing.error
    }
    if let next = provider.prepared(keybag.storeID), try keybag.isOpened(by: next) {
      try finish(keybag.storeID)
    } else {
      try provider.abort(keybag.storeID)
      try exclusive.change { $0.job = nil }
    }
  }

  private func finish(_ vaultID: RowIdentifier) throws(KeychainError) {
    try provider.commit(vaultID)
    try exclusive.step(.deviceKeyReplaced)
    try exclusive.change { $0.job = nil }
    try exclusive.step(.deviceKeyChanged)
  }
}
