/// The outcome of an erasure.
package struct ErasureOutcome: Sendable, Equatable {
  /// The items that were erased; nil when they could not be counted.
  package var itemCount: Int?
  /// Whether a key could only be removed and not overwritten, or has further names.
  package var mayKeysLiveOn = false
  /// Whether the device key is of another keychain, or does not say of which, and was left alone.
  package var isDeviceKeyForeign = false
  /// Whether the device key is a credential, which is kept by the program that passes it.
  package var isDeviceKeyACredential = false

  package init(itemCount: Int? = nil) { self.itemCount = itemCount }
}
