import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Puts together the keys of a store that can be had without asking anybody: those that the device
/// key opens, those that this process has already, those that another left, and those that the
/// passcode opens which this process was started with.
struct KeyFinder: Sendable {
  let context: LockContext
  let location: StoreLocation
  let clock: any KeychainClock
  /// Until when to wait for others that try passcodes.
  let deadline: Deadline

  /// What the process had when it last had the store open.
  var earlier: StoreKeys?

  /// Whether a keybag that is older than the database is taken for the right one.
  var acceptsKeybag = false

  /// The keys.
  ///
  /// - Throws: What `StoreFolders.keyRing` throws.
  func keys(
    _ folders: StoreFolders, _ keybag: Keybag, _ deviceKey: DeviceKey, _ state: StoreState
  ) throws(KeychainError) -> StoreKeys {
    guard keybag.hasPasscode else {
      let ring = try folders.keyRing(keybag, deviceKey)
      let terms = UnlockTerms(state, context.clock)
      // An earlier keybag, which is refused, says nothing.
      if isGivenAPasscode, KeybagAge.isOlder(keybag, in: folders.data) == false {
        context.held.find(open: keybag.storeID, terms)
      }
      return StoreKeys(ring: ring, terms: terms)
    }
    if isGivenAPasscode { context.held.waitForAttempt(of: keybag.storeID, until: deadline) }
    var terms: UnlockTerms?
    var rings: [KeyRing] = []
    for keys in [earlier, context.held.keys(of: keybag.storeID)] {
      guard let keys, keys.ring.isUsableInThisProcess else { continue }
      if let own = keys.terms, own.hold(in: state, context.clock) {
        rings.append(keys.ring)
        terms = own
      } else {
        let reduced = try keys.ring.reduced(to: .locked)
        rings.append(reduced)
        // Terms of a later epoch are those of an unlocking that `state` does not know of yet.
        if let own = keys.terms, own.lockEpoch <= state.lockEpoch {
          context.held.end(own, keybag.storeID, leaving: reduced)
        }
      }
    }
    var keys = StoreKeys(
      ring: try folders.keyRing(keybag, deviceKey, keeping: rings), terms: terms)
    for purpose in KeyTicket.Purpose.allCases { keys = try redeem(purpose, keys, state) }
    if let unlocked = unlock(keys, folders, keybag, deviceKey, state) { keys = unlocked }
    // Not only of a ring that is unlocked: one that lacks newer keys may have retired ones, which rows that
    // are not sealed anew open with, and those end with the unlocking, too.
    return keys.isEndedByLocking ? keys : StoreKeys(ring: keys.ring, terms: nil)
  }

  /// The keys with those of a ticket that another process left.
  private func redeem(
    _ purpose: KeyTicket.Purpose, _ keys: StoreKeys, _ state: StoreState
  ) throws(KeychainError) -> StoreKeys {
    guard !purpose.classes.isSubset(of: keys.ring.openClasses),
      let ticket = context.custody.ticket(purpose, of: keys.ring.storeID),
      let found = try KeyTicket.redeem(
        ticket, for: purpose, keys.ring,
        accepts: { purpose == .afterFirstUnlock || UnlockTerms($0).hold(in: state, context.clock) })
    else { return keys }
    return StoreKeys(
      ring: found.ring,
      terms: purpose == .whenUnlocked ? UnlockTerms(found.terms) : keys.terms)
  }

  /// Takes away a ticket whose unlocking has ended. Nobody is there when a machine that slept is to lock the store:
  /// whoever opens it next, or looks for keys, does it, unless somebody uses it at that moment, who may be leaving
  /// another. The caller must not hold the store's lock.
  func takeBackWhatEnded(_ ring: KeyRing, _ folders: StoreFolders, _ state: StoreState) {
    // Who has the keys that locking takes away has them of that ticket, unless a passcode came with the process.
    guard ring.hasPasscode,
      isGivenAPasscode
        || !KeyTicket.Purpose.whenUnlocked.classes.isSubset(of: ring.openClasses),
      let (ticket, terms) = context.ticketLeft(ring), terms.haveEnded(in: state, context.clock),
      let lock = try? FileLock(StoreLocation.lockName, in: folders.data),
      (try? lock.tryLock(.exclusive)) == true
    else { return }
    defer { lock.unlock() }
    guard (try? lock.isStillNamed()) == true,
      context.custody.ticket(.whenUnlocked, of: ring.storeID) == ticket
    else { return }
    context.takeBack(.whenUnlocked, of: ring.storeID)
  }

  private var isGivenAPasscode: Bool {
    location.passcodeFile != nil || location.credentialsDirectory != nil
  }

  /// The keys by the passcode that the process was started with; nil when there is nothing to unlock,
  /// or it does not.
  private func unlock(
    _ keys: StoreKeys, _ folders: StoreFolders, _ keybag: Keybag, _ deviceKey: DeviceKey,
    _ state: StoreState
  ) -> StoreKeys? {
    guard keys.lockState != .unlocked else {
      context.held.skipTrying(keybag, unlocked: keys.terms)
      return nil
    }
    let held = context.held
    guard isGivenAPasscode, held.mayTry(keybag, unlocked: keys.terms, state, context.clock) else {
      return nil
    }
    var tried: PasscodeTries.Attempt?
    do throws(KeychainError) {
      // The passcode of an earlier keybag unlocks nothing, and that of the right one is no wrong passcode.
      if !acceptsKeybag, KeybagAge.isOlder(keybag, in: folders.data) == true {
        throw KeybagAge.older
      }
      guard
        let attempt = held.beginTrying(keybag, unlocked: keys.terms, state, context.clock)
      else { return nil }
      defer { held.endTrying(attempt, of: keybag.storeID) }
      guard let source = try PasscodeSource(location) else { return nil }
      let passcode = try source.read()
      tried = attempt
      let key = try check(passcode, of: source, folders, keybag, deviceKey)
      let unlocked = StoreKeys(
        ring: try folders.keyRing(keybag, deviceKey, passcodeKey: key),
        terms: attempt.terms)
      // The machine may have slept while it was tried, or its time be over.
      guard attempt.terms.hold(in: state, context.clock), held.hold(unlocked, of: attempt) else {
        return nil
      }
      Log.notice("the keychain was unlocked for this process by the passcode that it was given")
      return unlocked
    } catch {
      // Others gave wrong ones, or there was no memory: whether this one is right nobody knows.
      let isWrong = error.code == .authenticationFailed && error.cause != .passcodeMustWait
      if !isWrong, let tried {
        held.putOff(
          tried, of: keybag.storeID, until: context.clock.sinceStart + Self.pause)
        guard !tried.isRepeated else { return nil }
      }
      report(error)
      return nil
    }
  }

  private func check(
    _ passcode: Passcode, of source: PasscodeSource, _ folders: StoreFolders, _ keybag: Keybag,
    _ deviceKey: DeviceKey
  ) throws(KeychainError) -> PasscodeKey {
    do throws(KeychainError) {
      return try PasscodeCheck(directory: folders.data, clock: clock, deadline: deadline)
        .key(of: passcode, keybag, deviceKey)
    } catch {
      throw error.failureCause == .passcodeWrong ? source.unusable(error) : error
    }
  }

  /// A passcode that only a person can correct is told once, whether or not a log was asked for: the calls
  /// that fail say no more than that the keychain is locked.
  private func report(_ error: KeychainError) {
    let message: LogMessage =
      "the passcode that this process was given does not unlock the keychain"
    if error.failureCause == .passcodeFileUnusable, context.held.keepPasscodeFailure(error) {
      Log.alert(message, error)
    } else {
      Log.error(message, error)
    }
  }

  /// How long a process waits before it tries again what it could not try, in nanoseconds.
  private static let pause: Int64 = 1_000_000_000
}
