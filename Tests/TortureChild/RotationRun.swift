import Keychain
import KeychainModel

/// Rotates the keys of the keychain `count` times. Prints the result of each rotation.
enum RotationRun {
  static func run(_ keychain: LocalKeychain, count: Int) {
    let keychain = KeychainClient(keychain, as: .tool)
    for _ in 0..<count {
      do throws(KeychainError) {
        let outcome = try keychain.rotateKeys()
        Output.line(outcome?.isResumed == true ? "finished" : "rotated")
      } catch {
        Output.fail("rotating: \(error)")
      }
    }
  }
}
