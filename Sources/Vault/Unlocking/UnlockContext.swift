import CPlatform
package import KeychainCrypto

/// What unlocking takes beside the files of a vault. Tests put their own in place, and so stand for several processes.
package struct UnlockContext: Sendable {
  package let authority: any UnlockAuthority
  package let cache: KeyCache
  package let clock: any VaultClock
  /// What a new passcode costs a program that tries it.
  package let cost: Argon2Cost

  package init(authority: any UnlockAuthority, cache: KeyCache, clock: any VaultClock, cost: Argon2Cost = .recommended)
  {
    self.authority = authority
    self.cache = cache
    self.clock = clock
    self.cost = cost
  }

  package static let system = UnlockContext(authority: systemAuthority(), cache: KeyCache(), clock: SystemVaultClock())

  /// The kernel's keyring, unless the variable `LATCHKEY_UNLOCK_DIRECTORY` names a folder.
  private static func systemAuthority() -> any UnlockAuthority {
    guard let value = lk_secure_getenv("LATCHKEY_UNLOCK_DIRECTORY"), value.pointee != 0 else { return KernelKeyring() }
    return UnlockFiles(String(cString: value))
  }
}
