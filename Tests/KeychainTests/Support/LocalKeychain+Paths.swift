import KeychainModel

@testable import Keychain

extension LocalKeychain {
  @discardableResult
  func exportDeviceKey(to path: String) throws(KeychainError) -> Bool {
    try exportDeviceKey(to: Array(path.utf8))
  }

  func importDeviceKey(from path: String) throws(KeychainError) -> Bool {
    try importDeviceKey(from: Array(path.utf8))
  }

  func removeDeviceKeyFile(copy: String) throws(KeychainError) -> Bool {
    try removeDeviceKeyFile(copy: Array(copy.utf8))
  }
}
