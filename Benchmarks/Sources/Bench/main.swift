// Measures the keychain beside SQLite and OpenSSL alone.
//
//     Bench [--large] [--quick] [--json FILE]     all stores, each in processes of its own
//     Bench fill FILLING COUNT HOME               fills one store
//     Bench measure FILLING COUNT HOME            measures one store, JSON on standard output

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())

func run(_ words: [String], home: String) -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  process.arguments = words
  var environment = ProcessInfo.processInfo.environment
  environment["LATCHKEY_HOME"] = home
  process.environment = environment
  let pipe = Pipe()
  process.standardOutput = pipe
  do {
    try process.run()
  } catch {
    fatalError("cannot start a process: \(error)")
  }
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { exit(process.terminationStatus) }
  return output
}

func runAll(_ sizes: [Int], skewed: Int) throws -> Report {
  var report = Report()
  let stores =
    sizes.map { (Filling.even, $0) }
    + Filling.allCases.filter { $0 != .even }.map { ($0, skewed) }
  for (filling, count) in stores {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("latchkey-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: home) }
    FileHandle.standardError.write(Data("\(filling.rawValue), \(count) items …\n".utf8))
    let words = [filling.rawValue, String(count), home]
    _ = run(["fill"] + words, home: home)
    let one = try JSONDecoder().decode(
      Report.self, from: run(["measure"] + words, home: home))
    report.measurements += one.measurements
    report.footprints += one.footprints
  }
  return report
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]

if arguments.count == 4, let filling = Filling(rawValue: arguments[1]),
  let count = Int(arguments[2])
{
  if arguments[0] == "fill" {
    filling.fill(count)
  } else {
    var benchmark = StoreBenchmark(filling, count: count, home: arguments[3])
    FileHandle.standardOutput.write(try encoder.encode(benchmark.run()))
  }
} else {
  var sizes = [1_000, 10_000, 100_000]
  var skewed = 100_000
  if arguments.contains("--large") { sizes.append(1_000_000) }
  if arguments.contains("--quick") { (sizes, skewed) = ([1_000, 10_000], 10_000) }
  let report = try runAll(sizes, skewed: skewed)
  Table.print(report)
  if let position = arguments.firstIndex(of: "--json"), position + 1 < arguments.count {
    try encoder.encode(report).write(to: URL(fileURLWithPath: arguments[position + 1]))
  }
}
