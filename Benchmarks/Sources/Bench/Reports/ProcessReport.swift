/// What whole processes take that find one item.
struct ProcessReport: Codable {
  var name: String
  var summary: Summary
  /// Our tool's time divided by this one's.
  var ratio: Ratio?
}
