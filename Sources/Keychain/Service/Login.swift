package import KeychainCrypto
import KeychainFiles
package import KeychainModel
package import KeychainTransport

/// A login of a user, or a change of a login password. A program of root reports it after the login password was proven.
package struct Login: Sendable {
  package enum Event: Sendable {
    /// The user logged in with a password.
    case login(Passcode)
    /// The user changed the login password.
    case change(from: Passcode, to: Passcode)
    /// Root set a new login password without the old one.
    case replacement
  }

  /// The name of the user.
  package let user: String
  package let event: Event

  /// The passwords do not count as attempts with the passcode, because a person typed them for the login.
  ///
  /// - Throws: `.allocation` when there is no memory for the passwords.
  package init(_ packet: borrowing LoginPacket) throws(KeychainError) {
    func passcode(_ password: borrowing WipedBytes) throws(KeychainError) -> Passcode {
      try password.withUnsafeBytes { (bytes) throws(KeychainError) in try Passcode(bytes, countsAsAttempt: false) }
    }
    user = packet.user
    event =
      switch packet.operation {
      case .login: .login(try passcode(packet.password))
      case .change: .change(from: try passcode(packet.password), to: try passcode(packet.newPassword))
      case .replacement: .replacement
      }
  }
}
