/// A search by free attributes, which are names and values that a program defines.
struct FreeAttributesReport: Codable {
  var search: String
  /// Whether the keychain was locked. The search then returns only names.
  var isLocked: Bool
  /// The number of results. They include the secrets, unless the keychain is locked.
  var found: Int
  /// The number of items in the keychain.
  var count: Int
  var keychain: Summary
  /// The floor's search for one row, by service and account.
  var floor: Summary
  /// The ratio; nil if several items are found.
  var ratio: Ratio?
}
