import Foundation

/// The content of `Benchmarks/ratios.json`.
struct RecordedFigures: Codable {
  /// The machine on which `figures` were recorded.
  var machine: Machine?
  var figures: [Figure] = []
  /// The machine on which `targets` were recorded, in a full run.
  var targetsMachine: Machine?
  var targets: [TargetReport] = []

  /// Reads the recorded figures from a file. If the file does not exist, there are no figures.
  init(at path: String) {
    if FileManager.default.fileExists(atPath: path) { self = JSON.read(path) }
  }

  func figure(_ name: String) -> Figure? { figures.first { $0.name == name } }
}
