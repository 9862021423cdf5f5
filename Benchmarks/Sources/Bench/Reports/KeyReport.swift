/// The result of an operation with a key in memory, in comparison with OpenSSL.
struct KeyReport: Codable {
  var operation: String
  var keychain: Summary
  var floor: Summary
  var ratio: Ratio

  init(_ operation: String, _ keychain: Samples, floor: Samples) {
    self.operation = operation
    self.keychain = keychain.summary
    self.floor = floor.summary
    ratio = Ratio(keychain, to: floor)
  }
}
