import Keychain
import KeychainModel

extension KeychainAdministration {
  /// Goes on with a keybag that is older than the database. Until then every call fails with -25291
  /// (`errSecNotAvailable`), because an earlier copy of the keybag may have another passcode, or none, and
  /// lack keys.
  ///
  /// To be used when the newer keybag is lost for good: what is sealed under keys that only that one has
  /// stays where it is and cannot be read, and the passcode is that of the copy. Put the newer one back
  /// otherwise. A damaged database is repaired on this occasion. Where there is no keychain, none is made.
  ///
  /// - Parameter passcode: That of the copy, which the repair of a damaged database takes while the keychain is
  ///   locked; nil otherwise.
  /// - Returns: Whether the keybag was older than the database, or the database damaged. Otherwise nothing is
  ///   changed.
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when files are missing, do
  ///   not belong together, or are kept busy for 30 seconds; -25308 (`errSecInteractionNotAllowed`) when the
  ///   database is damaged, the keychain locked and no passcode given; -25293 (`errSecAuthFailed`) when it is
  ///   wrong, or may not be tried yet; -25292 (`errSecReadOnly`), -36 (`errSecIO`). Then nothing
  ///   was changed.
  @discardableResult
  public func acceptKeybag(_ passcode: KeychainPasscode? = nil) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.acceptKeybag(passcode?.passcode)
    }
  }
}
