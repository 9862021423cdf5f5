/// The statuses that concern keychains. No operation on items returns them.
enum KeychainStatus: Int32, Sendable {
  /// `errSecNoSuchKeychain`.
  case noSuchKeychain = -25294
  /// `errSecInvalidKeychain`.
  case invalidKeychain = -25295
  /// `errSecDuplicateKeychain`.
  case duplicateKeychain = -25296
}
