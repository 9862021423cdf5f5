import KeychainCrypto

/// The guard of a row that is to be sealed, and the ciphers that it stands for.
package struct RowGuard {
  let guardian: ItemGuard
  let ciphers: GuardedCiphers
}
