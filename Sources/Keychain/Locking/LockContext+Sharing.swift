import KeychainCrypto
import KeychainLog
import KeychainModel
import KeychainStore

extension LockContext {
  /// Holds unlocked keys in this process, and leaves them to others of the user, unless the unlocking has
  /// ended. To be called while nobody can lock the store (`OpenStore.withKeybagInPlace`).
  ///
  /// - Returns: Why they could not be left; nil when they were.
  func share(_ keys: StoreKeys, _ state: StoreState) -> KeychainError? {
    guard let own = keys.terms else {
      held.hold(keys)
      return nil
    }
    guard own.hold(in: state, clock) else {
      return KeychainError(.interactionNotAllowed, "the keychain was locked meanwhile")
    }
    // Who unlocked it since has it for as long as that lasts.
    let terms = own.later(sharedTerms(keys.ring, state))
    held.hold(StoreKeys(ring: keys.ring, terms: terms))
    do throws(KeychainError) {
      for purpose in KeyTicket.Purpose.allCases {
        let ticket = try KeyTicket.make(
          purpose, of: keys.ring, terms: terms.ticketTerms, random: SystemRandom())
        try custody.put(
          ticket, purpose, of: keys.ring.storeID,
          seconds: purpose == .whenUnlocked ? terms.secondsLeft(state.lockSettings, clock) : nil)
      }
      return nil
    } catch {
      Log.error("unlocked keys cannot be left to other processes", error)
      return error
    }
  }

  /// Holds unlocked keys in this process in place of earlier ones, and leaves them to others where those were left:
  /// not where they were taken away by a locking that could not be finished.
  ///
  /// - Returns: As `share`.
  func replaceShared(_ keys: StoreKeys, _ state: StoreState) -> KeychainError? {
    guard let terms = keys.terms, terms.hold(in: state, clock),
      sharedTerms(keys.ring, state) == nil
    else { return share(keys, state) }
    held.hold(keys)
    // Locking leaves those of after the first unlocking.
    renew(keys, state)
    return nil
  }

  /// The ticket that others were left for an unlocked store, and its terms; nil when there is none.
  func ticketLeft(_ ring: KeyRing) -> (ticket: [UInt8], terms: UnlockTerms)? {
    guard let ticket = custody.ticket(.whenUnlocked, of: ring.storeID) else { return nil }
    var terms: UnlockTerms?
    _ = try? KeyTicket.redeem(ticket, for: .whenUnlocked, ring) { found in
      terms = UnlockTerms(found)
      return false
    }
    return terms.map { (ticket, $0) }
  }

  /// The unlocking that other processes find; nil when they find the store locked.
  func sharedTerms(_ ring: KeyRing, _ state: StoreState) -> UnlockTerms? {
    guard let terms = ticketLeft(ring)?.terms, terms.hold(in: state, clock) else { return nil }
    return terms
  }

  /// Holds the keys of a locked store in place of earlier ones, and leaves those to others that locking leaves,
  /// where that was done before. To be called while nobody can unlock the store.
  func renew(_ keys: StoreKeys, _ state: StoreState) {
    let (storeID, purpose) = (keys.ring.storeID, KeyTicket.Purpose.afterFirstUnlock)
    held.replaceLocked(keys)
    guard purpose.classes.isSubset(of: keys.ring.openClasses),
      custody.ticket(purpose, of: storeID) != nil
    else { return }
    do throws(KeychainError) {
      let ticket = try KeyTicket.make(
        purpose, of: keys.ring, terms: UnlockTerms(state, clock).ticketTerms,
        random: SystemRandom())
      try custody.put(ticket, purpose, of: storeID, seconds: nil)
    } catch {
      Log.error("keys that are left to other processes cannot be replaced", error)
    }
  }

  /// Takes away what other processes were left of one kind. When that fails the lock epoch makes it useless
  /// to them.
  func takeBack(_ purpose: KeyTicket.Purpose, of storeID: RowIdentifier) {
    do throws(KeychainError) {
      try custody.remove(purpose, of: storeID)
    } catch {
      Log.error("a ticket could not be taken back from the kernel", error)
    }
  }

  /// Takes away what other processes were left, and what this one holds.
  func withdraw(_ storeID: RowIdentifier) {
    held.forget(storeID)
    for purpose in KeyTicket.Purpose.allCases { takeBack(purpose, of: storeID) }
  }
}
