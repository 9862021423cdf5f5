package import KeychainModel

/// The keychain in this process: opens the store and performs requests on it.
package final class LocalKeychain: KeychainService {
  package let location: StoreLocation

  /// A keychain at a location. Nothing is opened or created before the first request.
  package init(_ location: StoreLocation) { self.location = location }

  package func perform(
    _ request: ItemRequest, as caller: Caller
  ) throws(KeychainError) -> [Item] {
    throw KeychainError(.unimplemented, "not yet")
  }

  /// Reads every row of every class, and opens those whose keys are at hand.
  package func verify() throws(KeychainError) -> VerificationReport {
    throw KeychainError(.unimplemented, "not yet")
  }
}
