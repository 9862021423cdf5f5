package import KeychainCrypto

/// The device key of a backup, for a keychain that has another device key now.
package enum DeviceKeyCopy: Sendable {
  /// The path of a copy that `exportDeviceKey` made, or of the 32 bytes of a credential. No other user may be
  /// able to read the file. The path need not be UTF-8.
  case file([UInt8])
  /// A key that a person typed: `DeviceKeyPaper.Reader`.
  case typed(DeviceKey)
}
