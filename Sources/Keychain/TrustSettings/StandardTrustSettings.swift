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

  /// The settings of the location, if it has been found. Until then, the administrator's settings
  /// alone.
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
