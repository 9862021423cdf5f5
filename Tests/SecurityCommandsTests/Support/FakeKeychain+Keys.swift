import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import Vault

@testable import SecurityCommands

// Tests of what is done with keys use a real keychain; this one has none.
extension FakeKeychain {
  func rotateKeys(
    _ passcode: Passcode?, onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> RotationOutcome? {
    guard try isPresent() else { return nil }
    for count in 1...3 { onProgress(count, 3) }
    return RotationOutcome()
  }

  func exportDeviceKey(to path: [UInt8]) throws(KeychainError) -> Bool { throw Self.noKey }
  func deviceKeyOnPaper() throws(KeychainError) -> WipedBytes { throw Self.noKey }
  func importDeviceKey(from path: [UInt8]) throws(KeychainError) -> Bool { throw Self.noKey }
  func importDeviceKey(_ key: DeviceKey) throws(KeychainError) -> Bool { throw Self.noKey }
  func removeDeviceKeyFile(copy: [UInt8]?) throws(KeychainError) -> Bool { throw Self.noKey }
  func changeDeviceKey(_ passcode: Passcode?) throws(KeychainError) -> Bool { throw Self.noKey }

  private static let noKey = KeychainError(.notAvailable, "there is no device key")
}
