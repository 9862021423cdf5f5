/// The time of a process that finds one item.
struct ProcessReport: Codable {
  var name: String
  var summary: Summary
  /// The time of Latchkey's tool divided by the time of this program.
  var ratio: Ratio?
  /// The median of the processor time in microseconds. The time does not include the work of a service that the process
  /// calls. On a loaded machine, the processor time varies less than the elapsed time.
  var processorTime: Double
}
