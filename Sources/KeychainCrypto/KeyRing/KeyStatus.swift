/// Whether what was sealed under a key id can be opened.
package enum KeyStatus: Sendable, Hashable {
  case usable
  /// The key is there, but not in this ring: it takes the passcode.
  case locked
  /// The key is gone for good: what was sealed under it is dead, not damaged.
  case destroyed
  /// This keybag never had such a key: what was sealed under it may belong to another.
  case unknown
}
