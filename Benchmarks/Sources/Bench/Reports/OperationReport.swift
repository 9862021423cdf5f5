/// The result of an operation in a store, in comparison with the floor (CFloor.h).
struct OperationReport: Codable {
  var operation: MeasuredOperation
  /// The time of the call alone, without the construction of the query and without the conversion of the result.
  var keychain: Summary
  /// The time of typical code, which also builds the dictionary and casts the result.
  var asWritten: Summary?
  var floor: Summary?
  /// The time of the same operation with SQLite and OpenSSL alone, on a table with one index instead of five.
  var leanFloor: Summary?
  var ratio: Ratio?
}
