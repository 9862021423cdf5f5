import Foundation

/// Measures gnome-keyring through libsecret. The C program `secret-service` makes the measurements.
enum RivalBenchmark {
  /// The results of the measurements in a session with gnome-keyring.
  struct Result: Codable {
    var rival: [RivalReport] = []
    var processes: [ProcessReport] = []
  }

  /// Returns the numbers of items for the measurements. The numbers are small, because gnome-keyring writes its whole
  /// file at each change.
  static func sizes(upTo largest: Int) -> [Int] {
    [100, 300, 1_000, 3_000, 10_000].filter { $0 <= largest }
  }

  /// Runs this program in a session with gnome-keyring, and returns its results. Without gnome-keyring, measures only
  /// the other programs.
  static func run(_ store: StoreFolder, _ programs: Programs, _ options: Options) -> Result {
    guard let session = programs.session, programs.secretService != nil else {
      return Result(
        processes: ProcessBenchmark.run(
          store, programs, count: options.processCount, hasSecretService: false))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: session)
    process.arguments =
      [Child.executable, "rival", store.filling.rawValue, String(store.count), store.path]
      + options.words
    return JSON.decode(Child.output(of: process))
  }

  /// Makes the measurements. This process was started inside the session with gnome-keyring.
  static func perform(_ store: StoreFolder, _ words: [String]) {
    let options = Options(words)
    guard let client = options.programs.secretService else { fail("no --secret-service") }
    var result = Result()
    var filled = 0
    for size in sizes(upTo: options.rivalSize) {
      note("gnome-keyring, \(size) items")
      _ = output(client, ["fill", String(filled), String(size)])
      filled = size
      result.rival += reports(output(client, ["measure", String(size), "100"]), size)
      if size == 1_000 || filled == options.rivalSize, result.processes.isEmpty {
        result.processes = ProcessBenchmark.run(
          store, options.programs, count: options.processCount, hasSecretService: true)
      }
    }
    JSON.print(result)
  }

  private static func output(_ client: String, _ words: [String]) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: client)
    process.arguments = words
    return String(decoding: Child.output(of: process), as: UTF8.self)
  }

  /// Parses lines with a duration in microseconds and the name of an operation.
  private static func reports(_ lines: String, _ count: Int) -> [RivalReport] {
    var order: [String] = []
    var durations: [String: [Double]] = [:]
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let duration = Double(words[0]) else { continue }
      let operation = String(words[1])
      if durations[operation] == nil { order.append(operation) }
      durations[operation, default: []].append(duration)
    }
    return order.map { operation in
      RivalReport(
        operation: operation, count: count, summary: Samples(durations[operation] ?? []).summary)
    }
  }
}
