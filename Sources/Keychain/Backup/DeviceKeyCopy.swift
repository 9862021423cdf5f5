package import KeychainCrypto

/// The device key that a backup was made with, where it is not that of the keychain any more.
package enum DeviceKeyCopy: Sendable {
  /// A copy as `exportDeviceKey` makes it, or the 32 bytes of a credential, that nobody else can read. The path
  /// need not be UTF-8.
  case file([UInt8])
  /// One that was typed: `DeviceKeyPaper.Reader`.
  case typed(DeviceKey)
}
