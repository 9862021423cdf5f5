package import KeychainModel

/// A class key in a keybag, or the memory of one.
package struct KeybagEntry: Sendable, Equatable {
  /// What a key may still be used for. The raw value is what the file says.
  package enum State: UInt8, Sendable {
    /// New items are sealed under it.
    case active = 1
    /// It opens what was sealed under it.
    case retired = 2
    /// It is gone, and what was sealed under it with it; its id is never given again.
    case destroyed = 3
  }

  package let accessibility: Accessibility
  package let keyID: UInt32
  package let state: State

  /// Nil just when the key is destroyed.
  let wrappedKey: WrappedKey?

  /// The entry without its key.
  var destroyed: KeybagEntry {
    KeybagEntry(
      accessibility: accessibility, keyID: keyID, state: .destroyed, wrappedKey: nil)
  }
}
