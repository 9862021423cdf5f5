/// A search by names and values of another program.
struct FreeAttributesReport: Codable {
  var search: String
  /// Whether the keychain was locked, and the search listed names alone.
  var isLocked: Bool
  /// How many items it returns: with their secrets, or without anything while locked.
  var found: Int
  /// How many items there are.
  var count: Int
  var keychain: Summary
  /// Finding one row, by its service and account.
  var floor: Summary
  /// Absent where several items are found.
  var ratio: Ratio?
}
