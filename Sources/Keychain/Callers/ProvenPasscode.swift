import KeychainCrypto
import KeychainModel

/// The identity of a passcode that a client proved: the vault, and the protection of its keybag.
package struct ProvenPasscode: Sendable {
  private let vaultID: RowIdentifier
  private let protection: KeybagProtection
  /// The generation of the passcodes of the service before the passcode was tried.
  let generation: UInt64

  /// - Parameter keybag: The keybag that the passcode opened.
  init(_ keybag: Keybag, generation: UInt64) {
    vaultID = keybag.vaultID
    protection = keybag.protection
    self.generation = generation
  }

  /// Whether the passcode is the passcode of a keybag.
  func opens(_ keybag: Keybag) -> Bool { vaultID == keybag.vaultID && protection == keybag.protection }
}
