import KeychainCrypto
import KeychainFiles
import KeychainModel

/// Finds the keys of a vault without asking a person: with the device key, in the cache of the process, and in tickets.
struct KeyResolution {
  private let opened: OpenedFiles
  private let context: UnlockContext

  init(_ opened: OpenedFiles, _ context: UnlockContext) {
    self.opened = opened
    self.context = context
  }

  private var state: HeaderState { opened.state }
  private var clock: any BootClock { context.clock }

  func run() throws(KeychainError) -> OpenKeys {
    guard opened.keybag.hasPasscode else { return keys(try KeyRing(opened.keybag, deviceKey: opened.deviceKey), nil) }
    let entry = context.cache.entry(opened.keybag.vaultID)
    // If this process locked the vault but could not record the locking, the vault stays locked for this process.
    let isLockedHere = entry.lockedID == state.lockID
    var validity: UnlockValidity?
    var earlier: [KeyRing] = []
    if let cached = entry.keys, cached.keybag == opened.reference, cached.ring.isUsableInThisProcess {
      if !isLockedHere, cached.state.lockID == state.lockID, cached.validity?.holds(state, clock) == true {
        validity = cached.validity
      }
      earlier = [validity == nil ? try cached.ring.reduced(to: .locked) : cached.ring]
    }
    var ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, keeping: earlier)
    for purpose in KeyTicket.Purpose.allCases where !purpose.classes.isSubset(of: ring.openClasses) {
      if purpose == .whenUnlocked, isLockedHere { continue }
      guard let found = try redeem(purpose, ring) else { continue }
      ring = found.ring
      if purpose == .whenUnlocked { validity = found.validity }
    }
    return keys(ring, validity)
  }

  func keys(_ ring: KeyRing, _ validity: UnlockValidity?) -> OpenKeys {
    OpenKeys(ring: ring, keybag: opened.reference, state: state, validity: validity)
  }

  private func binding(_ purpose: KeyTicket.Purpose) -> [UInt8] {
    purpose.binding(opened.reference, clock.now.boot, state.lockID)
  }

  private func redeem(_ purpose: KeyTicket.Purpose, _ ring: KeyRing) throws(KeychainError) -> (
    ring: KeyRing, validity: UnlockValidity
  )? {
    for ticket in context.authority.tickets(purpose, of: ring.vaultID) {
      var isOver = false
      let found = try KeyTicket.redeem(ticket, for: purpose, ring, binding: binding(purpose)) { validity in
        guard purpose == .whenUnlocked, !validity.holds(state, clock) else { return true }
        // A ticket whose time is later than the present time comes from another time namespace.
        isOver = validity.time <= clock.now.time
        return false
      }
      if let found { return found }
      // The ticket has expired, and no process has revoked it.
      if isOver { context.authority.discard(ticket, purpose, of: ring.vaultID) }
    }
    return nil
  }

  /// Publishes the open keys of a ring to other processes.
  func publish(_ keys: OpenKeys, _ random: some RandomSource) throws(KeychainError) {
    let validity = keys.validity ?? UnlockValidity(state, clock)
    for purpose in KeyTicket.Purpose.allCases where purpose.classes.isSubset(of: keys.ring.openClasses) {
      let ticket = try KeyTicket.make(
        purpose, of: keys.ring, validity: validity, binding: binding(purpose), random: random)
      try context.authority.publish(
        ticket, purpose, of: keys.ring.vaultID,
        seconds: purpose == .whenUnlocked ? validity.secondsLeft(state, clock) : nil)
    }
  }
}
