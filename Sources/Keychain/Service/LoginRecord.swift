import KeychainCrypto
import KeychainFiles
import KeychainModel

/// The file which records that the passcode of a keychain is the login password.
///
/// The file names the salt of the passcode. Each new passcode has a new salt. So the record has no effect after another
/// change of the passcode, after its removal, after an erasure, and after a crash between a change and its record.
///
/// The content is `LKLOGIN1` ‖ the number of the state (1 byte) ‖ the salt and parameters of the passcode.
struct LoginRecord: Sendable {
  struct Content: Sendable {
    private let login: LoginPassword
    private let salt: [UInt8]

    init(_ login: LoginPassword, of keybag: Keybag) {
      self.login = login
      salt = keybag.passcodeSalt
    }

    /// Another state of the same passcode.
    init(_ login: LoginPassword, of other: Content) {
      self.login = login
      salt = other.salt
    }

    /// Nil for a content that is not a record.
    fileprivate init?(_ bytes: [UInt8]) {
      guard bytes.starts(with: LoginRecord.magic), bytes.count > LoginRecord.magic.count,
        let login = LoginPassword(rawValue: bytes[LoginRecord.magic.count])
      else { return nil }
      self.login = login
      salt = Array(bytes[(LoginRecord.magic.count + 1)...])
    }

    fileprivate var bytes: [UInt8] { LoginRecord.magic + [login.rawValue] + salt }

    /// Whether the passcode in a keybag is the login password.
    func login(of keybag: Keybag) -> LoginPassword {
      keybag.hasPasscode && keybag.passcodeSalt == salt ? login : .separate
    }
  }

  private static let magic = Array("LKLOGIN1".utf8)
  private let file: StateFile

  init(_ folder: String) { file = StateFile("login-password", in: folder) }

  /// The record; nil when there is none.
  ///
  /// - Throws: `.notAvailable` when the file cannot be read.
  func read() throws(KeychainError) -> Content? { try file.read().flatMap { Content($0) } }

  func replace(_ content: Content) throws(KeychainError) { try file.replace(content.bytes) }
}
