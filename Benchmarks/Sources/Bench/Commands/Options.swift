import Foundation

/// What the command line asks for.
struct Options {
  /// The words that it was read from, to be handed to a process of our own.
  let words: [String]
  var isQuick = false
  var isLarge = false
  /// Compares with the ratios that are checked in.
  var isCheck = false
  /// Writes what was measured to the files that are checked in.
  var isRecording = false
  var programs = Programs()
  /// The most items that gnome-keyring is filled with.
  var rivalSize = 1_000
  var jsonPath: String?
  var ratiosPath = "Benchmarks/ratios.json"
  let reportPath = "Benchmarks/report.json"
  /// The folder that the stores are made in, empty and the caller's to remove.
  var directory = ""
  /// One on a file system in memory, where stores are filled if there is room.
  var memoryDirectory = ""
  /// A stripped copy of this program that valgrind can read.
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
  /// The size of the skewed stores.
  var skewedSize: Int { isQuick ? 10_000 : 100_000 }
  var processCount: Int { isQuick ? 100 : 200 }

  private static func number(_ word: String) -> Int {
    guard let number = Int(word), number > 0 else { fail("\(word) is no number of items") }
    return number
  }
}
