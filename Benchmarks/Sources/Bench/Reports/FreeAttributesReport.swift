/// The result of a search by free attributes. Free attributes are pairs of a name and a value that a program defines.
struct FreeAttributesReport: Codable {
  var search: String
  /// Whether the keychain was locked. The search then returns no secrets.
  var isLocked: Bool
  /// The number of found items. The search also returns their secrets, unless the keychain is locked.
  var found: Int
  /// The number of items in the keychain.
  var count: Int
  var keychain: Summary
  /// The time in which the floor (CFloor.h) finds one row by its service and account.
  var floor: Summary
  /// The ratio of `keychain` to `floor`; nil if the search finds several items.
  var ratio: Ratio?
}
