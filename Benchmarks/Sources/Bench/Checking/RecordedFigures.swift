import Foundation

/// The recorded figures in `Benchmarks/ratios.json`.
struct RecordedFigures: Codable {
  /// The machine on which the figures for `make bench-check` were recorded.
  var machine: Machine?
  var figures: [Figure] = []
  /// The machine on which the targets were last measured in a full run.
  var targetsMachine: Machine?
  var targets: [TargetReport] = []

  /// Reads the recorded figures from a file. There are none if the file does not exist.
  init(at path: String) {
    if FileManager.default.fileExists(atPath: path) { self = JSON.read(path) }
  }

  func figure(_ name: String) -> Figure? { figures.first { $0.name == name } }
}
