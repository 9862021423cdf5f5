import CPlatform
import KeychainFiles
package import KeychainModel

/// Trust settings whose location may become available only later, for example in a home that is
/// mounted when its user logs in.
package final class StandardTrustSettings: Sendable {
  private let locate: @Sendable () throws(KeychainError) -> StoreLocation?
  private let found = ForkSafeMutex<TrustSettingsStore?>(nil)
  private let withoutHome = TrustSettingsStore(nil)

  /// - Parameter locate: Returns nil while there is no location.
  package init(_ locate: @escaping @Sendable () throws(KeychainError) -> StoreLocation?) {
    self.locate = locate
  }

  /// Returns the trust settings of the user and of the administrator. While the location of the user's settings is
  /// unknown, returns only the administrator's settings.
  ///
  /// - Throws: The errors of `locate`.
  package func store() throws(KeychainError) -> TrustSettingsStore {
    if let known = found.withLock({ $0 }) { return known }
    guard let location = try locate() else { return withoutHome }
    return found.withLock { known in
      let store = known ?? TrustSettingsStore(location)
      known = store
      return store
    }
  }
}

extension TrustSettingsStore {
  /// The trust settings at the location that the environment names.
  ///
  /// If the user has no home, there are no trust settings of the user. Each call looks for the home again, because the
  /// home may become available later.
  ///
  /// - Throws: `.invalidTrustSettings` when the environment names an invalid location, because the trust settings of
  ///   the user may be at another location.
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
