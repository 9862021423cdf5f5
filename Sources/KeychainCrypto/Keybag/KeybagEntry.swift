package import KeychainModel

/// A class key in a keybag, or the record of a destroyed one.
package struct KeybagEntry: Sendable, Equatable {
  /// The use of a key. The raw value is stored in the file.
  package enum State: UInt8, Sendable {
    /// The key seals new items.
    case active = 1
    /// The key only opens existing items.
    case retired = 2
    /// The key is gone, and so are the items that were sealed under it. Its id is never used again.
    case destroyed = 3
  }

  package let accessibility: Accessibility
  package let keyID: UInt32
  package let state: State

  /// Nil if and only if the key is destroyed.
  let wrappedKey: WrappedKey?

  /// The entry in its destroyed state, without the key.
  var destroyed: KeybagEntry {
    KeybagEntry(
      accessibility: accessibility, keyID: keyID, state: .destroyed, wrappedKey: nil)
  }
}
