/// The time of a process that finds one item.
struct ProcessReport: Codable {
  var name: String
  var summary: Summary
  /// The time of Latchkey's tool divided by the time of this program.
  var ratio: Ratio?
  /// The median of the processor time in microseconds. It includes only the process, not a service that it calls. It
  /// varies less than elapsed time on a loaded machine.
  var processorTime: Double
}
