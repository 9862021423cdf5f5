import KeychainCrypto
import KeychainLog
import KeychainModel
import KeychainStore

/// Makes a damaged state file anew, while the lock is held exclusively.
///
/// What it says of the store can be made from the keybag, and its epochs must be seen to change by
/// everybody. When the keychain locks itself cannot: where a passcode is set, it does so early from now
/// on, and the log says so.
struct StateRepair {
  let folders: StoreFolders

  func runIfNeeded() throws(KeychainError) {
    guard let file = try StateFile(in: folders.data) else { return }
    let found = try file.read()
    guard let keybag = try folders.keybag.load() else {
      if found != nil { return }
      throw StoreCreation.missing(try folders.presence())
    }
    if let found, !found.isDamaged(of: keybag.storeID) { return }
    var state = StoreState(storeID: keybag.storeID)
    state.storeEpoch = Self.makeEpoch()
    state.lockEpoch = state.storeEpoch
    // An earlier keybag, which is refused, says nothing.
    let hasPasscode =
      keybag.hasPasscode || KeybagAge.isOlder(keybag, in: folders.data) == true
    if hasPasscode { state.lockSettings = .cautious }
    try file.write(state)
    Log.notice("the damaged file state was made anew")
    if hasPasscode {
      Log.notice(
        """
        when the keychain locks itself was lost with it: from now on 5 minutes after it was unlocked, \
        and when the machine sleeps
        """)
    }
  }

  /// Greater than every one before, which nobody knows any more: the time of day in microseconds, since well before
  /// any clock begins.
  private static func makeEpoch() -> UInt64 {
    (1 << 48) + UInt64(max(0, SystemClock().now + 1e9) * 1e6)
  }
}
