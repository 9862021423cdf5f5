/// The ratio of two medians, and the range of this ratio over parts of the run.
struct Ratio: Codable {
  var value: Double
  var low: Double
  var high: Double

  /// Computes the ratio of the median of `samples` to the median of `base`.
  ///
  /// - Parameter stretches: The number of parts of the run for the range.
  init(_ samples: Samples, to base: Samples, stretches: Int = 10) {
    value = samples.median / base.median
    let ratios = zip(samples.medians(of: stretches), base.medians(of: stretches)).map { $0 / $1 }
    low = ratios.min() ?? value
    high = ratios.max() ?? value
  }
}
