/// The ratio of two medians, and its range over parts of the run.
struct Ratio: Codable {
  var value: Double
  var low: Double
  var high: Double

  /// - Parameter stretches: The number of parts of the run from which the range is computed.
  init(_ samples: Samples, to base: Samples, stretches: Int = 10) {
    value = samples.median / base.median
    let ratios = zip(samples.medians(of: stretches), base.medians(of: stretches)).map { $0 / $1 }
    low = ratios.min() ?? value
    high = ratios.max() ?? value
  }
}
