/// The ratio of two medians over the whole run. `low` is the least ratio over one part of the run, and `high` is the
/// greatest ratio.
struct Ratio: Codable {
  var value: Double
  var low: Double
  var high: Double

  /// Computes the ratio of the median of `samples` to the median of `base`.
  ///
  /// - Parameter stretches: The number of parts into which the run is divided for `low` and `high`.
  init(_ samples: Samples, to base: Samples, stretches: Int = 10) {
    value = samples.median / base.median
    let ratios = zip(samples.medians(of: stretches), base.medians(of: stretches)).map { $0 / $1 }
    low = ratios.min() ?? value
    high = ratios.max() ?? value
  }
}
