/// The ratio of the times of an operation in two stores.
struct ScalingReport: Codable {
  var operation: MeasuredOperation
  var filling: Filling
  var count: Int
  var baseCount: Int
  var ratio: Ratio
  /// The same ratio for the floor (CFloor.h), whose stores are always filled evenly.
  var floorRatio: Ratio?
}
