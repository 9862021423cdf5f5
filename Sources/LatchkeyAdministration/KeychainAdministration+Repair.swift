import Keychain
import KeychainModel

extension KeychainAdministration {
  /// Repairs the database file if it is damaged in any way that the file shows, and says whether it was. Every call
  /// repairs what it stumbles over; this finds what none does, as an index that lacks an entry, and the number of a
  /// newer version above the tables of this one. The items that can be read are in a new file then, and the damaged
  /// one is kept beside it. Where there is no keychain, none is made.
  ///
  /// - Parameter passcode: What the repair takes while the keychain is locked; nil otherwise.
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when files are missing, do not belong
  ///   together, are of a newer version, or are kept busy for 30 seconds; -25308 (`errSecInteractionNotAllowed`)
  ///   when the database is damaged, the keychain locked and no passcode given; -25293 (`errSecAuthFailed`) when it
  ///   is wrong, or may not be tried yet; -25292 (`errSecReadOnly`), -36 (`errSecIO`). Then nothing was changed.
  @discardableResult
  public func repair(_ passcode: KeychainPasscode? = nil) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.repair(passcode?.passcode)
    }
  }
}
