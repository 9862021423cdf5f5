/// The ratio of the times of an operation in two stores.
struct ScalingReport: Codable {
  var operation: MeasuredOperation
  var filling: Filling
  var count: Int
  var baseCount: Int
  var ratio: Ratio
  /// The ratio for the floor (CFloor.h). The stores of the floor are always filled evenly.
  var floorRatio: Ratio?
}
