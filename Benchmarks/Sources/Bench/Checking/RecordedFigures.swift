import Foundation

/// The file that is checked in: `Benchmarks/ratios.json`.
struct RecordedFigures: Codable {
  /// What `make bench-check` compares with, and the machine that it was recorded on.
  var machine: Machine?
  var figures: [Figure] = []
  /// What the last recorded full run measured for the targets, and its machine.
  var targetsMachine: Machine?
  var targets: [TargetReport] = []

  /// Those in the file; none when there is no file.
  init(at path: String) {
    if FileManager.default.fileExists(atPath: path) { self = JSON.read(path) }
  }

  func figure(_ name: String) -> Figure? { figures.first { $0.name == name } }
}
