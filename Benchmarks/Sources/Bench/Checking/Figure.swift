/// A ratio or a size that `make bench-check` watches.
struct Figure: Codable {
  var name: String
  var value: Double
  /// The relative growth that is allowed before the check fails.
  var margin: Double

  init(_ name: String, _ value: Double, margin: Double) {
    self.name = name
    self.value = value
    self.margin = margin
  }
}
