import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Sets, changes or removes the passcode of an open store.
///
/// The keys that the passcodes give are derived first, which takes its time. Then, while the store's
/// lock is held exclusively and a transaction keeps all writers out, in this order:
///
/// 1. The keybag is read again. When another process changed it meanwhile, everything begins anew.
/// 2. The store epoch in the state file is raised: every process that has the store open lets it go at
///    its next call, and waits for the lock. So nobody goes on with keys that are destroyed now.
/// 3. The new keybag takes the place of the old one, in one step and down to the disk, and what the old
///    file was is overwritten.
///
/// A process that dies before 3 has changed nothing, after 3 everything.
struct PasscodeChange {
  let store: OpenStore
  let context: LockContext
  let clock: any KeychainClock
  let random: any RandomSource
  let deadline: Deadline
  var onStep: (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  /// A step that was just done. Tests stop there.
  enum Step: CaseIterable { case derived, announced, replaced }

  /// - Parameters:
  ///   - old: The passcode that is set; nil when none is.
  ///   - new: The one to set; nil for none.
  /// - Returns: The keys of the changed store, unlocked.
  /// - Throws: `.authenticationFailed` when the old passcode is wrong, or may not be tried yet;
  ///   `.parameter` when one is set and none was given; `.notAvailable` when none is set and one was
  ///   given, and for what keeps a store from being used; `.readOnly`.
  func run(from old: Passcode?, to new: Passcode?) throws(KeychainError) -> StoreKeys {
    var attempt = 1
    while true {
      let (keybag, deviceKey) = try store.currentKeys()
      guard keybag.hasPasscode == (old != nil) else {
        throw keybag.hasPasscode
          ? KeychainError(.parameter, "a passcode is set already: changing it takes the old one")
          : PasscodeCheck.noPasscode
      }
      let oldKey = try old.map { (old) throws(KeychainError) in
        try PasscodeCheck(directory: store.folders.data, clock: clock)
          .key(of: old, keybag, deviceKey)
      }
      let newKey = try new.map { (new) throws(KeychainError) in
        try PasscodeKey(new: new, deviceKey: deviceKey, cost: context.cost, random: random)
      }
      try onStep(.derived)
      if let keys = try replace(keybag, deviceKey, oldKey, newKey) { return keys }
      guard attempt < Self.attemptCount else {
        throw KeychainError(.notAvailable, "other processes keep changing the keybag")
      }
      attempt += 1
    }
  }

  private static let attemptCount = 5

  /// Nil when the keybag is another one by now.
  private func replace(
    _ keybag: Keybag, _ deviceKey: DeviceKey, _ oldKey: PasscodeKey?, _ newKey: PasscodeKey?
  ) throws(KeychainError) -> StoreKeys? {
    let folders = store.folders
    guard let next = try changed(keybag, deviceKey, oldKey, newKey) else { return nil }
    return try store.maintain(.exclusive, until: deadline) {
      (connection) throws(KeychainError) -> StoreKeys? in
      try connection.write { () throws(KeychainError) -> StoreKeys? in
        guard try folders.keybag.load() == keybag else { return nil }
        // Everything that can fail comes first.
        let keys = StoreKeys(
          ring: try folders.keyRing(next, deviceKey, passcodeKey: newKey),
          terms: UnlockTerms(try store.currentState(), context.clock))
        try store.changeState { $0.storeEpoch &+= 1 }
        try onStep(.announced)
        try folders.keybag.replace(next)
        try onStep(.replaced)
        return keys
      }
    }
  }

  private func changed(
    _ keybag: Keybag, _ deviceKey: DeviceKey, _ oldKey: PasscodeKey?, _ newKey: PasscodeKey?
  ) throws(KeychainError) -> Keybag? {
    switch (oldKey, newKey) {
    case (nil, let new?):
      try keybag.settingPasscode(new, deviceKey: deviceKey, random: random)
    case (let old?, let new?):
      try keybag.changingPasscode(from: old, to: new, deviceKey: deviceKey, random: random)
    case (let old?, nil):
      try keybag.removingPasscode(old, deviceKey: deviceKey, random: random)
    case (nil, nil): nil
    }
  }
}
