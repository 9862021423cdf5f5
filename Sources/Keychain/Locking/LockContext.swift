package import KeychainCrypto

/// What locking a store takes beside its files. Tests put their own in place, and so stand for several
/// processes.
package struct LockContext: Sendable {
  let custody: any KeyCustody
  let held: HeldKeys
  let clock: any MachineClock
  /// What a new passcode costs whoever tries it.
  let cost: Argon2Cost

  package init(
    custody: any KeyCustody, held: HeldKeys, clock: any MachineClock, cost: Argon2Cost
  ) {
    self.custody = custody
    self.held = held
    self.clock = clock
    self.cost = cost
  }

  /// The kernel's keyring, the keys of this process, the clock of this machine.
  package static let system = LockContext(
    custody: KernelKeyring(), held: HeldKeys(), clock: SystemMachineClock(), cost: .recommended)
}
