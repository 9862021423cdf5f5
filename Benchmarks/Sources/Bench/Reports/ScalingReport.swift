/// The ratio of one operation's times in two stores.
struct ScalingReport: Codable {
  var operation: MeasuredOperation
  var filling: Filling
  var count: Int
  var baseCount: Int
  var ratio: Ratio
  /// The same ratio for the floor's stores, which are always even.
  var floorRatio: Ratio?
}
