/// The result of finding a key by its tag.
struct KeySearchReport: Codable {
  /// The time of the search, without the construction of the query. The result of the search is a `SecKey`.
  var keychain: Summary
  /// The time in which the floor (CFloor.h) finds a row and decrypts its secret.
  var floor: Summary
  /// The time in which OpenSSL reads a key from its bytes.
  var reading: Summary

  /// The time of the search without the time of reading the key, divided by the time of the floor.
  var ratio: Double { (keychain.median - reading.median) / floor.median }
}
