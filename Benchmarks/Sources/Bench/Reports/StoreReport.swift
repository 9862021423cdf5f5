/// The results of the measurements in one store.
struct StoreReport: Codable {
  var filling: Filling
  var count: Int
  var operations: [OperationReport]
  var footprint: Footprint

  func operation(_ name: MeasuredOperation) -> OperationReport? {
    operations.first { $0.operation == name }
  }
}
