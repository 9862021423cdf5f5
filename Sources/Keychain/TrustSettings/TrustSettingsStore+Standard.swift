import CPlatform
package import KeychainModel

extension TrustSettingsStore {
  /// The settings at the location that the environment names.
  ///
  /// Without a home, there are no decisions of the user. Each call looks for the home again, because it may
  /// become available later.
  ///
  /// - Throws: `.invalidTrustSettings` when the environment names an invalid location, because the decisions
  ///   may be elsewhere.
  package static func standard() throws(KeychainError) -> TrustSettingsStore {
    try standardPlace.store()
  }

  private static let standardPlace = StandardTrustSettings { () throws(KeychainError) in
    do throws(KeychainError) {
      return try StoreLocation.standard()
    } catch {
      let isRelative = lk_secure_getenv("HOME").map { $0.pointee != 0 && $0.pointee != 0x2F }
      let isDataNamed = lk_secure_getenv("XDG_DATA_HOME").map { $0.pointee == 0x2F }
      guard isRelative != true, isDataNamed != true, lk_secure_getenv("LATCHKEY_HOME") == nil else {
        throw KeychainError(.invalidTrustSettings, "\(error.reason)")
      }
      return nil
    }
  }
}
