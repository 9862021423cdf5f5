package import KeychainCrypto

/// What unlocking takes beside the files of a vault. Tests put their own in place, and so stand for several processes.
package struct UnlockContext: Sendable {
  package let authority: any UnlockAuthority
  package let cache: KeyCache
  package let clock: any VaultClock
  /// What a new passcode costs a program that tries it.
  package let cost: Argon2Cost

  package init(
    authority: any UnlockAuthority, cache: KeyCache, clock: any VaultClock,
    cost: Argon2Cost = .recommended
  ) {
    self.authority = authority
    self.cache = cache
    self.clock = clock
    self.cost = cost
  }

  /// The kernel's keyring, or the folder that `LATCHKEY_UNLOCK_DIRECTORY` names; the keys of this process; the clock of
  /// this machine.
  package static let system = UnlockContext(
    authority: SystemAuthority(), cache: KeyCache(), clock: SystemVaultClock())
}
