import KeychainCrypto
import KeychainModel
import KeychainStore

/// What this process, and the one that it was forked from, made of the passcode that it was given when it was
/// started.
struct PasscodeTries: Sendable {
  private struct Try: Sendable {
    /// The `nextKeyID` of the keybag then; the greatest number when there was nothing to try.
    let nextKeyID: UInt32
    /// What must hold until the try is made: that nothing locked the store since the process was started, or since
    /// the unlocking of this process or the one that forked it.
    let basis: UnlockTerms?
    let number: UInt64
    /// When it may be tried again, by the machine's clock, because it was not tried: nil when it was, and while it is.
    var again: Int64?
    var isBeingMade = false
  }

  /// A try that is being made.
  struct Attempt: Sendable {
    fileprivate let number: UInt64
    /// Those of the keys that come of it: not of the moment when they come, since the machine may sleep meanwhile.
    let terms: UnlockTerms
    /// Whether it could not be made before.
    let isRepeated: Bool
  }

  private var tries: [RowIdentifier: Try] = [:]
  private var lastNumber: UInt64 = 0
  /// The last moments when stores had no passcode yet.
  private var open: [RowIdentifier: UnlockTerms] = [:]
  /// The unlockings of this process that need no try.
  private var others: [RowIdentifier: UnlockTerms] = [:]
  /// Those of the process that this one was forked from.
  private var inherited: [RowIdentifier: UnlockTerms] = [:]

  /// What allows to try the passcode; nil when nothing does. Once is enough: what was locked afterwards is to stay
  /// locked, and a wrong one stays wrong. Only a process that is unlocked, and lacks keys because they are newer, or
  /// of an earlier keybag that was accepted, may try it again, and the child of one that is unlocked, which has none
  /// of its keys.
  ///
  /// - Parameter unlocked: Those of the present unlocking; nil when the store is locked.
  func basis(
    _ keybag: Keybag, unlocked: UnlockTerms?, _ store: StoreState, _ clock: any MachineClock
  ) -> UnlockTerms? {
    let basis: UnlockTerms?
    guard let tried = tries[keybag.storeID] else {
      basis = open[keybag.storeID] ?? UnlockTerms(store, clock)
      return basis.flatMap { $0.hold(in: store, clock) ? $0 : nil }
    }
    if let again = tried.again {
      guard clock.sinceStart >= again else { return nil }
      basis = tried.basis
    } else if let unlocked, tried.nextKeyID != keybag.nextKeyID, tried.nextKeyID != .max {
      return unlocked
    } else {
      basis = inherited[keybag.storeID]
    }
    return basis.flatMap { $0.hold(in: store, clock) ? $0 : nil }
  }

  /// From now on the passcode was tried.
  ///
  /// - Returns: Nil when it should not be tried, by another thread's doing for example.
  mutating func begin(
    _ keybag: Keybag, unlocked: UnlockTerms?, _ store: StoreState, _ clock: any MachineClock
  ) -> Attempt? {
    guard let basis = basis(keybag, unlocked: unlocked, store, clock) else { return nil }
    let isRepeated = tries[keybag.storeID]?.again != nil
    set(keybag.storeID, nextKeyID: keybag.nextKeyID, basis)
    tries[keybag.storeID]?.isBeingMade = true
    return Attempt(number: lastNumber, terms: basis, isRepeated: isRepeated)
  }

  /// Whether no later try was begun, nor the store locked here.
  func isLast(_ attempt: Attempt, of storeID: RowIdentifier) -> Bool {
    tries[storeID]?.number == attempt.number
  }

  /// Whether another thread is making one, which may unlock the store.
  func isBeingMade(of storeID: RowIdentifier) -> Bool { tries[storeID]?.isBeingMade ?? false }

  /// Says that an attempt was made, or could not be.
  mutating func end(_ attempt: Attempt, of storeID: RowIdentifier) {
    guard isLast(attempt, of: storeID) else { return }
    tries[storeID]?.isBeingMade = false
  }

  /// Says that an attempt could not be made, and when the next may be, by the machine's clock.
  mutating func putOff(_ attempt: Attempt, of storeID: RowIdentifier, until again: Int64) {
    guard isLast(attempt, of: storeID) else { return }
    tries[storeID]?.again = again
  }

  /// What was put off is not made any more: the store was unlocked otherwise.
  mutating func endPutOff(of storeID: RowIdentifier) {
    tries[storeID]?.again = nil
  }

  /// Says that there is nothing to try: what is locked from now on is to stay locked.
  ///
  /// - Parameter unlocked: Those of the present unlocking, whose keys a forked child does not have.
  mutating func skip(_ keybag: Keybag, unlocked: UnlockTerms?) {
    set(keybag.storeID, nextKeyID: keybag.nextKeyID)
    others[keybag.storeID] = unlocked
  }

  /// Says that a store has no passcode. What is set later may be tried, unless the store was locked by then, or
  /// one was tried before.
  mutating func find(open storeID: RowIdentifier, _ now: UnlockTerms) {
    guard tries[storeID] == nil else { return }
    open[storeID] = now
  }

  /// Says that the store was locked: what was not tried yet is not tried any more.
  mutating func lock(_ storeID: RowIdentifier) {
    set(storeID, nextKeyID: tries[storeID]?.nextKeyID ?? .max)
  }

  /// Begins a forked child, which has the unlockings of its parent, and not its keys.
  mutating func inherit(_ held: [RowIdentifier: StoreKeys]) {
    inherited.merge(others) { $1 }
    others = [:]
    for (storeID, keys) in held { inherited[storeID] = keys.terms }
    // By a thread that it does not have.
    for storeID in tries.keys { tries[storeID]?.isBeingMade = false }
  }

  /// Lets nothing be tried for what the parent had unlocked.
  mutating func disinherit(_ storeID: RowIdentifier) { inherited[storeID] = nil }

  private mutating func set(
    _ storeID: RowIdentifier, nextKeyID: UInt32, _ basis: UnlockTerms? = nil
  ) {
    lastNumber += 1
    tries[storeID] = Try(nextKeyID: nextKeyID, basis: basis, number: lastNumber)
    others[storeID] = nil
    inherited[storeID] = nil
  }
}
