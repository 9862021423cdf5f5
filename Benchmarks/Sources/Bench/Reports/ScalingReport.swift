/// How one operation in a store compares with the same in another.
struct ScalingReport: Codable {
  var operation: MeasuredOperation
  var filling: Filling
  var count: Int
  var baseCount: Int
  var ratio: Ratio
  /// The same of the floor's stores, which are even always.
  var floorRatio: Ratio?
}
