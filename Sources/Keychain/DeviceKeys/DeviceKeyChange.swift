import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Puts a new random device key in place of that of an open store, and wraps everything in the keybag
/// anew.
///
/// Two files change, which nothing can do in one step. All of it happens while the store's lock is held
/// exclusively, in this order:
///
/// 1. The lock file gets a marker, and the new key a file of its own, `device.key.next`.
/// 2. The store epoch is raised, and the keybag replaced (`OpenStore.changeKeybag`).
/// 3. `device.key.next` becomes `device.key`, and what that was is overwritten. It takes no room: there may
///    be none, and neither key opens anything without this.
/// 4. The marker is erased.
///
/// A process that dies leaves the marker, and whoever comes next asks the keybag which of the two keys
/// opens it. Before the keybag is replaced that is the old one, which `device.key` still holds; afterwards
/// the new one, and `resume` does 3 and 4; a `device.key.next` that opens nothing is destroyed.
struct DeviceKeyChange {
  let store: OpenStore
  let context: LockContext
  let clock: any KeychainClock
  let random: any RandomSource
  let deadline: Deadline
  var onStep: (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  /// A step that was just done. Tests stop there.
  enum Step: CaseIterable { case marked, saved, announced, replaced, inPlace, cleared }

  /// - Parameter passcode: The one that is set; nil when none is.
  /// - Returns: Nil when the keybag was changed by another process meanwhile.
  func run(_ passcode: Passcode?) throws(KeychainError) -> KeyRing? {
    let folders = store.folders
    guard !folders.hasCredential else {
      throw KeychainError(
        .notAvailable,
        "the device key is a credential, which is kept elsewhere. Import it as a file, change that, and "
          + "make a new credential of it; nothing was changed.")
    }
    let (keybag, oldKey) = try store.currentKeys()
    let newKey = try DeviceKey(storeID: keybag.storeID, random: random)
    let (old, new) = try passcodeKeys(passcode, keybag, oldKey, newKey)
    let next = try keybag.changingDeviceKey(
      from: oldKey, to: newKey, passcodeKey: old, newPasscodeKey: new, random: random)
    let lock = try FileLock(StoreLocation.lockName, in: folders.data)
    var folderLock: FolderLock?
    return try store.changeKeybag(
      from: keybag, until: deadline,
      onStep: { (step) throws(KeychainError) in
        try onStep(step == .announced ? .announced : .replaced)
      },
      to: { (_) throws(KeychainError) in
        try folders.data.requireWritable()
        try folders.key.requireWritable()
        // Waited for before there is anything to be finished; and nobody gets in between.
        let held = try folders.deviceKeyFile.lock()
        try Self.requireOwn(keybag.storeID, folders)
        try folders.nextDeviceKeyFile.requireNotForeign(to: keybag.storeID)
        try StoreMarker.rekeying(keybag.storeID).write(to: lock, in: folders.data)
        try onStep(.marked)
        try folders.nextDeviceKeyFile.replace(newKey, held)
        folderLock = consume held
        try onStep(.saved)
        return next
      },
      keys: { (next) throws(KeychainError) in
        try KeyRing(next, deviceKey: newKey, passcodeKey: new)
      },
      whenReplaced: { (_) throws(KeychainError) in
        guard let held = folderLock.take() else {
          // No keybag is replaced but by one that was made above.
          throw KeychainError(.internalComponent, "the folder of the device key is not locked")
        }
        try Self.putInPlace(keybag.storeID, folders, held)
        try onStep(.inPlace)
        try Self.clear(keybag.storeID, folders, lock, held)
        try onStep(.cleared)
      })
  }

  private func passcodeKeys(
    _ passcode: Passcode?, _ keybag: Keybag, _ oldKey: DeviceKey, _ newKey: DeviceKey
  ) throws(KeychainError) -> (old: PasscodeKey?, new: PasscodeKey?) {
    guard keybag.hasPasscode else {
      guard passcode == nil else { throw PasscodeCheck.noPasscode }
      return (nil, nil)
    }
    guard let passcode else {
      throw KeychainError(
        .interactionNotAllowed, "a passcode is set: changing the device key takes it")
    }
    let old = try PasscodeCheck(
      directory: store.folders.data, clock: clock, deadline: deadline
    ).key(of: passcode, keybag, oldKey)
    let new = try PasscodeKey(
      new: passcode, deviceKey: newKey, cost: context.cost, random: random)
    return (old, new)
  }

  /// Finishes a change that was interrupted, or undoes it when the keybag is still the old one. The lock
  /// must be held exclusively.
  ///
  /// - Throws: `.notAvailable` when neither key opens the keybag, or another keychain's is in the place of the
  ///   new one; nothing is changed then.
  static func resume(
    _ storeID: RowIdentifier, _ folders: StoreFolders, _ lock: FileLock
  ) throws(KeychainError) {
    guard let keybag = try folders.keybag.load() else {
      throw StoreCreation.missing(try folders.presence())
    }
    let folderLock = try folders.deviceKeyFile.lock()
    // What is found may be in memory only, and the key that opens the keybag before it is about to go.
    try folders.data.synchronize()
    // A file that cannot be read opens nothing.
    let next = try? folders.nextDeviceKeyFile.load()
    if let next, try keybag.isOpened(by: next) {
      try putInPlace(keybag.storeID, folders, folderLock)
    } else {
      let present = try? folders.deviceKey.load(for: keybag.storeID)
      guard let present, try keybag.isOpened(by: present) else {
        throw KeychainError(
          .notAvailable,
          "a change of the device key was interrupted, and neither device.key nor device.key.next "
            + "opens the keybag. Put the files back; nothing was changed.", because: .interrupted)
      }
    }
    try clear(keybag.storeID, folders, lock, folderLock)
  }

  private static func putInPlace(
    _ storeID: RowIdentifier, _ folders: StoreFolders, _ lock: borrowing FolderLock
  ) throws(KeychainError) {
    try requireOwn(storeID, folders)
    try folders.deviceKeyFile.replaceByNext(lock)
  }

  /// Other data folders may share the folder of the key: a key of theirs stays, and so does one that cannot be
  /// read there.
  private static func requireOwn(
    _ storeID: RowIdentifier, _ folders: StoreFolders
  ) throws(KeychainError) {
    let present: DeviceKey?
    do throws(KeychainError) {
      present = try folders.deviceKeyFile.load()
    } catch {
      guard folders.mayHoldKeysOfOthers else { return }
      throw KeychainError(
        .notAvailable,
        "the device key is to be changed, and device.key cannot be read: it may be that of another "
          + "keychain. Move it away; nothing was changed.", because: .deviceKeyWrong)
    }
    guard present.map({ $0.storeID == storeID }) ?? true else {
      throw KeychainError(
        .notAvailable,
        "the device key is to be changed, and device.key is that of another keychain by now. Move it "
          + "away; nothing was changed.", because: .deviceKeyWrong)
    }
  }

  private static func clear(
    _ storeID: RowIdentifier, _ folders: StoreFolders, _ lock: FileLock,
    _ folderLock: borrowing FolderLock
  ) throws(KeychainError) {
    try folders.nextDeviceKeyFile.destroy(
      of: storeID, isOwn: !folders.mayHoldKeysOfOthers, folderLock)
    try folders.key.synchronize()
    try StoreMarker.erase(from: lock)
  }
}
