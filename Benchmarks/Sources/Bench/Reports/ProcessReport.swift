/// What whole processes take that find one item.
struct ProcessReport: Codable {
  var name: String
  var summary: Summary
  /// Our tool's time divided by this one's.
  var ratio: Ratio?
  /// Microseconds of processor time, the median: of the process alone, not of a service that it
  /// asks. Steadier than the time that passes when others use the machine.
  var processorTime: Double
}
