import Keychain
import KeychainCrypto
import KeychainModel

@testable import SecurityCommands

// Tests of what is done with keys use a real keychain; this one has none.
extension FakeKeychain {
  func rotateKeys(
    _ passcode: Passcode?, onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> KeyRotation.Outcome? {
    guard try isPresent() else { return nil }
    for count in 1...3 { onProgress(count, 3) }
    return KeyRotation.Outcome()
  }
}
