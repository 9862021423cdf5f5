/// The outcome of the erasure of a keychain.
package struct ErasureOutcome: Sendable, Equatable {
  /// The number of erased items; nil if the items could not be counted.
  package var itemCount: Int?
  /// Whether a key may still exist on the disk: the file of the key was removed but not overwritten, or the file has
  /// further hard links.
  package var mayKeysLiveOn = false
  /// Whether the device key was kept. The erasure keeps a device key that belongs to another keychain, and a device key
  /// whose keychain is unknown.
  package var isDeviceKeyForeign = false
  /// Whether the device key is a systemd credential. An erasure does not erase such a device key.
  package var isDeviceKeyACredential = false

  package init(itemCount: Int? = nil) { self.itemCount = itemCount }
}
