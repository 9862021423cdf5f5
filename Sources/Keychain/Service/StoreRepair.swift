import KeychainModel

/// Puts a new database in place of a damaged one.
struct StoreRepair {
  let location: StoreLocation

  func run() throws(KeychainError) {
    throw KeychainError(.notAvailable, "the database is damaged")
  }
}
