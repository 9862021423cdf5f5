/// A target and its measured figure.
struct TargetReport: Codable {
  var name: String
  var limit: Double
  var measured: Double
  var isMet: Bool

  init(name: String, limit: Double, measured: Double) {
    self.name = name
    self.limit = limit
    self.measured = measured
    isMet = measured <= limit
  }
}
