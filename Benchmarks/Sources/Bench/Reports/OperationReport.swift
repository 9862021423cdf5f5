/// One operation in one store, beside the floor.
struct OperationReport: Codable {
  var operation: MeasuredOperation
  /// Inside the call, with a prebuilt query and an unconverted result.
  var keychain: Summary
  /// As a user writes it: the dictionary built, the result cast.
  var asWritten: Summary?
  var floor: Summary?
  /// With one index instead of five.
  var leanFloor: Summary?
  var ratio: Ratio?
}
