/// A ratio or a size that `make bench-check` compares with its recorded value.
struct Figure: Codable {
  var name: String
  var value: Double
  /// The relative increase that the check allows.
  var margin: Double

  init(_ name: String, _ value: Double, margin: Double) {
    self.name = name
    self.value = value
    self.margin = margin
  }
}
