/// The measurement of finding a key by its tag.
struct KeySearchReport: Codable {
  /// The call with a prebuilt query. It returns a `SecKey`.
  var keychain: Summary
  /// Finding a row and decrypting its secret.
  var floor: Summary
  /// Reading a key from its bytes with OpenSSL.
  var reading: Summary

  /// The time of the call without reading the key, divided by the time of the floor.
  var ratio: Double { (keychain.median - reading.median) / floor.median }
}
