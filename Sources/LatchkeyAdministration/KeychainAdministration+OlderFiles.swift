import Keychain
import KeychainModel

extension KeychainAdministration {
  /// Accepts a set of files in which one is an outdated copy. Until then every call fails with -25291
  /// (`errSecNotAvailable`). An outdated keybag may have another passcode or none, and may lack keys; an outdated
  /// database lacks items.
  ///
  /// Use it only if the newer file is permanently lost. Otherwise restore the newer file. Items that are sealed with
  /// keys of a lost keybag stay in the database, but cannot be read. The passcode is the passcode of the existing
  /// keybag. The call does not create a keychain.
  ///
  /// - Returns: Whether a file was an outdated copy. If not, nothing is changed.
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the database or the device key is missing, the
  ///   database is damaged, no keybag can be opened, or other processes use the keychain for 30 seconds; -25292
  ///   (`errSecReadOnly`); -36 (`errSecIO`). Nothing was changed then.
  @discardableResult
  public func acceptOlder() throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in try keychain.acceptOlder() }
  }
}
