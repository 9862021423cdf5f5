import Foundation

/// The options of the command line.
struct Options {
  /// All arguments. They are passed to each child process.
  let words: [String]
  var isQuick = false
  var isLarge = false
  /// Whether to compare a short run with the recorded figures.
  var isCheck = false
  /// Whether to write the results to `ratios.json` and `report.json`.
  var isRecording = false
  var programs = Programs()
  /// The greatest number of items in gnome-keyring.
  var rivalSize = 1_000
  var jsonPath: String?
  var ratiosPath = "Benchmarks/ratios.json"
  let reportPath = "Benchmarks/report.json"
  /// The folder for the stores. The folder must be empty. The caller of this program removes the folder.
  var directory = ""
  /// A folder on a file system in memory. A store is filled in this folder if the file system has enough space.
  var memoryDirectory = ""
  /// The path of a copy of this program for valgrind. The copy contains no debug information.
  var strippedPath: String?

  init(_ words: [String]) {
    self.words = words
    var rest = words[...]
    while let word = rest.popFirst() {
      func value() -> String {
        guard let value = rest.popFirst() else { fail("\(word) needs a value") }
        return value
      }
      switch word {
      case "--quick": isQuick = true
      case "--large": isLarge = true
      case "--check": isCheck = true
      case "--record": isRecording = true
      case "--tool": programs.tool = value()
      case "--find-one": programs.findOne = value()
      case "--secret-service": programs.secretService = value()
      case "--session": programs.session = value()
      case "--rival-size": rivalSize = Self.number(value())
      case "--json": jsonPath = value()
      case "--ratios": ratiosPath = value()
      case "--directory": directory = value()
      case "--stripped": strippedPath = value()
      case "--memory": memoryDirectory = value()
      default: fail("unknown option \(word); see Benchmarks/README.md")
      }
    }
  }

  var sizes: [Int] { isQuick ? [1_000, 10_000] : [100, 1_000, 10_000, 100_000] }
  var largeSizes: [Int] { isLarge ? [1_000_000] : [] }
  /// The number of items in each store that is not filled evenly.
  var skewedSize: Int { isQuick ? 10_000 : 100_000 }
  var processCount: Int { isQuick ? 100 : 200 }

  private static func number(_ word: String) -> Int {
    guard let number = Int(word), number > 0 else { fail("\(word) is no number of items") }
    return number
  }
}
