import KeychainCrypto
import KeychainLog
import KeychainModel

/// Finds the keys of a vault that can be had without asking anybody: by the device key, from the cache of this
/// process, and by the tickets that other processes left.
struct KeyResolution {
  private let opened: Vault.Opened
  private let context: UnlockContext

  init(_ opened: Vault.Opened, _ context: UnlockContext) {
    self.opened = opened
    self.context = context
  }

  private var state: HeaderState { opened.state }
  private var clock: any VaultClock { context.clock }

  func run() throws(KeychainError) -> OpenKeys {
    let vaultID = opened.keybag.storeID
    guard opened.keybag.hasPasscode else {
      return keys(try KeyRing(opened.keybag, deviceKey: opened.deviceKey), nil)
    }
    // A locking of this process that could not be recorded lasts until the vault is unlocked here.
    let isLockedHere = context.cache.isLockedHere(vaultID, state.lockID)
    var terms: UnlockTerms?
    var earlier: [KeyRing] = []
    if let cached = context.cache.keys(of: vaultID), cached.keybag == opened.reference,
      cached.ring.isUsableInThisProcess
    {
      let isUnlocked =
        !isLockedHere && cached.lockID == state.lockID
        && cached.terms?.hold(state.settings, clock) == true
      earlier = [isUnlocked ? cached.ring : try cached.ring.reduced(to: .locked)]
      if isUnlocked { terms = cached.terms }
    }
    var ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, keeping: earlier)
    for purpose in KeyTicket.Purpose.allCases where !purpose.classes.isSubset(of: ring.openClasses)
    {
      if purpose == .whenUnlocked, isLockedHere { continue }
      guard let found = try redeem(purpose, ring) else { continue }
      ring = found.ring
      if purpose == .whenUnlocked { terms = found.terms }
    }
    return keys(ring, terms)
  }

  func keys(_ ring: KeyRing, _ terms: UnlockTerms?) -> OpenKeys {
    OpenKeys(
      ring: ring, keybag: opened.reference, lockID: state.lockID, terms: terms,
      settings: state.settings)
  }

  private func redeem(
    _ purpose: KeyTicket.Purpose, _ ring: KeyRing
  ) throws(KeychainError) -> (ring: KeyRing, terms: UnlockTerms)? {
    guard let ticket = context.authority.ticket(purpose, of: ring.storeID) else { return nil }
    let binding = TicketBinding(
      purpose, keybag: opened.reference, lockID: state.lockID, boot: clock.now.boot)
    var isOver = false
    let found = try KeyTicket.redeem(ticket, for: purpose, ring, binding: binding.bytes) { terms in
      let terms = UnlockTerms(terms)
      guard purpose == .whenUnlocked, !terms.hold(state.settings, clock) else { return true }
      // A later time is that of another time namespace.
      isOver = terms.time <= clock.now.time
      return false
    }
    // Nobody took it away when the machine's suspension locked the vault.
    if isOver, context.authority.ticket(purpose, of: ring.storeID) == ticket {
      do throws(KeychainError) {
        try context.authority.revoke(purpose, of: ring.storeID)
      } catch {
        Log.error("a ticket whose time is over could not be revoked", error)
      }
    }
    return found.map { ($0.ring, UnlockTerms($0.terms)) }
  }

  /// The same keys with the terms of another process's unlocking, when that is later.
  func latest(_ keys: OpenKeys) throws(KeychainError) -> OpenKeys {
    guard let terms = keys.terms, let found = try redeem(.whenUnlocked, keys.ring),
      found.terms.time > terms.time
    else { return keys }
    return self.keys(keys.ring, found.terms)
  }

  /// Leaves the keys of a ring to other processes, as far as they are open.
  func publish(_ keys: OpenKeys, _ random: some RandomSource) throws(KeychainError) {
    let terms = keys.terms ?? UnlockTerms(clock)
    for purpose in KeyTicket.Purpose.allCases
    where purpose.classes.isSubset(of: keys.ring.openClasses) {
      let binding = TicketBinding(
        purpose, keybag: keys.keybag, lockID: keys.lockID, boot: clock.now.boot)
      let ticket = try KeyTicket.make(
        purpose, of: keys.ring, terms: terms.ticketTerms, binding: binding.bytes, random: random)
      try context.authority.publish(
        ticket, purpose, of: keys.ring.storeID,
        seconds: purpose == .whenUnlocked ? terms.secondsLeft(state.settings, clock) : nil)
    }
  }
}

extension UnlockTerms {
  fileprivate init(_ terms: KeyTicket.Terms) {
    self.init(
      time: Int64(bitPattern: terms.numbers.0), suspended: Int64(bitPattern: terms.numbers.1))
  }

  fileprivate var ticketTerms: KeyTicket.Terms {
    KeyTicket.Terms(UInt64(bitPattern: time), UInt64(bitPattern: suspended), 0)
  }
}
