extension StoreLocation {
  /// The names that stand for the keychain beside its path: those of the login keychain of macOS,
  /// so that programs and scripts written there find it, and the name of the database.
  package static let keychainNames: Set<String> = [
    "login", "login.keychain", "login.keychain-db", databaseName,
  ]
}
