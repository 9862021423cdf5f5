import KeychainCrypto
import KeychainModel

/// Finds the keys of a vault that can be had without asking anybody: by the device key, from the cache of this
/// process, and by the tickets that other processes left.
struct KeyResolution {
  let keybag: Keybag
  let reference: KeybagReference
  let deviceKey: DeviceKey
  let state: HeaderState
  let authority: any UnlockAuthority
  let clock: any VaultClock

  /// - Parameter cached: The keys that this process had; they are used as far as they are still in force.
  func run(_ cached: OpenKeys?) throws(KeychainError) -> OpenKeys {
    guard keybag.hasPasscode else {
      return keys(try KeyRing(keybag, deviceKey: deviceKey), nil)
    }
    var terms: UnlockTerms?
    var earlier: [KeyRing] = []
    if let cached, cached.keybag == reference, cached.ring.isUsableInThisProcess {
      let isUnlocked =
        cached.lockID == state.lockID && cached.terms?.hold(state.settings, clock) == true
      earlier = [isUnlocked ? cached.ring : try cached.ring.reduced(to: .locked)]
      if isUnlocked { terms = cached.terms }
    }
    var ring = try KeyRing(keybag, deviceKey: deviceKey, keeping: earlier)
    for purpose in KeyTicket.Purpose.allCases where !purpose.classes.isSubset(of: ring.openClasses)
    {
      guard let found = try redeem(purpose, ring) else { continue }
      ring = found.ring
      if purpose == .whenUnlocked { terms = found.terms }
    }
    return keys(ring, terms)
  }

  private func keys(_ ring: KeyRing, _ terms: UnlockTerms?) -> OpenKeys {
    OpenKeys(ring: ring, keybag: reference, lockID: state.lockID, terms: terms)
  }

  private func redeem(
    _ purpose: KeyTicket.Purpose, _ ring: KeyRing
  ) throws(KeychainError) -> (ring: KeyRing, terms: UnlockTerms)? {
    guard let ticket = authority.ticket(purpose, of: ring.storeID) else { return nil }
    let binding = TicketBinding(
      purpose, keybag: reference, lockID: state.lockID, boot: clock.now.boot)
    let found = try KeyTicket.redeem(ticket, for: purpose, ring, binding: binding.bytes) { terms in
      purpose == .afterFirstUnlock || UnlockTerms(terms).hold(state.settings, clock)
    }
    return found.map { ($0.ring, UnlockTerms($0.terms)) }
  }

  /// Leaves the keys of an unlocked ring to other processes.
  func publish(_ keys: OpenKeys, _ random: some RandomSource) throws(KeychainError) {
    guard let terms = keys.terms else { return }
    for purpose in KeyTicket.Purpose.allCases {
      let binding = TicketBinding(
        purpose, keybag: keys.keybag, lockID: keys.lockID, boot: clock.now.boot)
      let ticket = try KeyTicket.make(
        purpose, of: keys.ring, terms: terms.ticketTerms, binding: binding.bytes, random: random)
      try authority.publish(
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
