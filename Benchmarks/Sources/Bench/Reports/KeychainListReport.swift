/// The results of searches of several keychains.
struct KeychainListReport: Codable {
  /// The time in which a search of one keychain finds an item.
  var one: Summary
  /// The time in which a search of ten keychains finds an item of the first.
  var firstOfTen: Summary
  /// The time in which a search of a missing keychain, a locked keychain and a third keychain finds an item of the
  /// third.
  var afterUnusable: Summary
  /// The time in which the first search of a process opens ten keychains and finds nothing.
  var openingTen: Summary
  /// The time of a search of ten keychains divided by the time of a search of one.
  var ratio: Ratio
}
