/// How often one median is another, and how far that ranged over the stretches of the run.
struct Ratio: Codable {
  var value: Double
  var low: Double
  var high: Double

  /// - Parameter stretches: How many pieces of the run the range is taken over.
  init(_ samples: Samples, to base: Samples, stretches: Int = 10) {
    value = samples.median / base.median
    let ratios = zip(samples.medians(of: stretches), base.medians(of: stretches)).map { $0 / $1 }
    low = ratios.min() ?? value
    high = ratios.max() ?? value
  }
}
