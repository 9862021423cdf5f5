/// One operation in one store, in comparison with the floor.
struct OperationReport: Codable {
  var operation: MeasuredOperation
  /// The time of the call, with a prebuilt query and without converting the result.
  var keychain: Summary
  /// The time in typical code, which builds the dictionary and casts the result.
  var asWritten: Summary?
  var floor: Summary?
  /// The floor with one index instead of five.
  var leanFloor: Summary?
  var ratio: Ratio?
}
