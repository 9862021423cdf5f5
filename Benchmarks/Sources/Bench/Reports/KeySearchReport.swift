/// A key found by its tag.
struct KeySearchReport: Codable {
  /// The call, with a prebuilt query: it returns a `SecKey`.
  var keychain: Summary
  /// Finding a row and opening its secret.
  var floor: Summary
  /// Reading a key of its bytes by OpenSSL.
  var reading: Summary

  /// What is left after reading the key, to the floor.
  var ratio: Double { (keychain.median - reading.median) / floor.median }
}
