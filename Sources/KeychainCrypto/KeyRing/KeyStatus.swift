/// Whether data that was sealed under a key can be opened.
package enum KeyStatus: Sendable, Hashable {
  case usable
  /// The key exists but is not in this ring: the passcode is required.
  case locked
  /// The key is gone for good. Data under it is dead, which is not damage.
  case destroyed
  /// This keybag never had such a key. Data under it may belong to another keybag.
  case unknown
}
