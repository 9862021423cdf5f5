import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TortureScript

/// Performs the commands that lock and unlock the keychain. A command names a file with the passcode, so the passcode
/// is not part of a command line in memory.
struct LockCommands {
  private let keychain: KeychainClient

  init(_ keychain: LocalKeychain) { self.keychain = KeychainClient(keychain, as: .tool) }

  func perform(_ command: String, _ word: String) -> Simple.Answer {
    do throws(KeychainError) {
      var refusal: KeychainError?
      switch command {
      case "set-passcode": refusal = try keychain.setPasscode(try passcode(word))
      case "unlock": refusal = try keychain.unlock(try passcode(word))
      case "remove-passcode": try keychain.removePasscode(try passcode(word))
      case "lock": try keychain.lock()
      case "timeout": try keychain.set(LockSettings(timeout: UInt32(word)))
      default: return Simple.Answer(0, "\(try keychain.lockStatus().state)")
      }
      return Simple.Answer(0, refusal == nil ? "shared" : "alone")
    } catch {
      return Simple.Answer(error.code.rawValue, error.reason)
    }
  }

  private func passcode(_ path: String) throws(KeychainError) -> Passcode {
    let parts = path.split(separator: "/").map(String.init)
    let folder = "/" + parts.dropLast().joined(separator: "/")
    guard let content = try CredentialFile(parts.last ?? "", in: folder).read(limit: 100) else {
      throw KeychainError(.notAvailable, "there is no passcode")
    }
    return try content.withUnsafeBytes { bytes throws(KeychainError) in try Passcode(bytes) }
  }
}
