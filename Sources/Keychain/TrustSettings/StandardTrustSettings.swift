import KeychainFiles
package import KeychainModel

/// Trust settings at a place that may be found only later: a home that is mounted when the user comes.
package final class StandardTrustSettings: Sendable {
  private let locate: @Sendable () throws(KeychainError) -> StoreLocation?
  private let found = Guarded<TrustSettingsStore?>(nil)
  private let homeless = TrustSettingsStore(nil)

  /// - Parameter locate: Nil while there is no place.
  package init(_ locate: @escaping @Sendable () throws(KeychainError) -> StoreLocation?) {
    self.locate = locate
  }

  /// The settings of the place, once it was found; before, those of the administrator alone.
  ///
  /// - Throws: What looking for the place throws.
  package func store() throws(KeychainError) -> TrustSettingsStore {
    if let known = found.withLock({ $0 }) { return known }
    guard let location = try locate() else { return homeless }
    return found.withLock { known in
      let store = known ?? TrustSettingsStore(location)
      known = store
      return store
    }
  }
}
