import Keychain
import KeychainModel

extension KeychainAdministration {
  /// Goes on with files of which one is an older copy. Until then every call fails with -25291
  /// (`errSecNotAvailable`): an older keybag may have another passcode, or none, and lack keys; an older database lacks
  /// items.
  ///
  /// Use it when the newer file is lost for good. Put the newer file back otherwise. Items that are sealed under keys
  /// of a lost keybag stay in the database and cannot be read. The passcode is that of the keybag that is there. Where
  /// there is no keychain, none is made.
  ///
  /// - Returns: Whether one of the files was an older copy. Otherwise nothing is changed.
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when the database or the device key is
  ///   missing, the database is damaged, no keybag can be opened, or other processes keep the keychain busy for 30
  ///   seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`). Nothing was changed then.
  @discardableResult
  public func acceptOlder() throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in try keychain.acceptOlder() }
  }
}
