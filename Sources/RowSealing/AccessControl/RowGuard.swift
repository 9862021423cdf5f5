import KeychainCrypto

/// The guard of a row that is to be sealed, and the item's ciphers that are derived from it.
package struct RowGuard {
  let itemGuard: ItemGuard
  let ciphers: GuardedCiphers
}
