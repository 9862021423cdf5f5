import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import Vault

/// What the tool does with the keys of a keychain.
protocol KeyKeeping {
  /// Gives every class a new key and seals every row anew, or finishes an earlier rotation; nil where
  /// there is no store.
  ///
  /// - Parameter onProgress: Called with the number of rows sealed so far, and of all that are to be.
  func rotateKeys(
    _ passcode: Passcode?, onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> RotationOutcome?

  /// Writes a copy of the device key to a new file; false when others may read that.
  func exportDeviceKey(to path: [UInt8]) throws(KeychainError) -> Bool

  /// The device key as lines to write down.
  func deviceKeyOnPaper() throws(KeychainError) -> WipedBytes

  /// Puts a device key in place; false when it is already.
  func importDeviceKey(from path: [UInt8]) throws(KeychainError) -> Bool
  func importDeviceKey(_ key: DeviceKey) throws(KeychainError) -> Bool

  /// Removes the file of the device key once a copy, or the credential, proves to open the keychain.
  ///
  /// - Returns: Whether it was overwritten.
  func removeDeviceKeyFile(copy: [UInt8]?) throws(KeychainError) -> Bool

  /// Puts a new random device key in place; false where there is no store.
  func changeDeviceKey(_ passcode: Passcode?) throws(KeychainError) -> Bool
}
