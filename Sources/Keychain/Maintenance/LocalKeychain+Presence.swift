package import KeychainModel

extension LocalKeychain {
  /// Whether any file of the store is there. Makes nothing.
  ///
  /// - Throws: `.notAvailable` when the folders cannot be used.
  package func isPresent() throws(KeychainError) -> Bool {
    try ForkGate.pass { () throws(KeychainError) in
      guard let folders = try StoreFolders.existing(location) else { return false }
      return try !folders.holdNoData()
    }
  }

  /// Opens the store, as the first request does, and makes it when there is none.
  ///
  /// - Throws: What opening a store throws.
  package func open() throws(KeychainError) {
    try withStore { (_, _) throws(KeychainError) in }
  }
}
