import Keychain
import KeychainModel

extension KeychainAdministration {
  /// Goes on with a keybag that is older than the database. Until then every call fails with -25291
  /// (`errSecNotAvailable`), because an earlier copy of the keybag may have another passcode, or none, and
  /// lack keys.
  ///
  /// To be used when the newer keybag is lost for good: what is sealed under keys that only that one has
  /// cannot be read any more, also should it be found again later, and the passcode is that of the copy. Put the newer
  /// one back otherwise. Where there is no keychain, none is made.
  ///
  /// - Returns: Whether the keybag was older than the database. When it was not, nothing is changed.
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when files are missing, do
  ///   not belong together, or are kept busy for 30 seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`).
  ///   Then nothing was changed.
  @discardableResult
  public func acceptKeybag() throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in try keychain.acceptKeybag() }
  }
}
