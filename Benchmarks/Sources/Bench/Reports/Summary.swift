/// The durations of an operation, in microseconds.
struct Summary: Codable {
  var median: Double
  var percentile99: Double
  var worst: Double
}
