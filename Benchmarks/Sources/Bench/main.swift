// Measures the keychain, and compares it with SQLite and OpenSSL alone (see Benchmarks/README.md).
//
//     Bench [--quick | --large] [--json FILE] [--record] …    runs all measurements
//     Bench --check …                                         compares a short run with the recorded figures

import Foundation

let words = Array(CommandLine.arguments.dropFirst())

if Child.perform(words) == nil {
  let options = Options(words)
  if options.isCheck { exit(Check(options: options).run() ? 0 : 1) }
  let report = FullBenchmark(options: options).run()
  ReportPrinter.print(report)
  if let path = options.jsonPath { JSON.write(report, to: path) }
  if options.isRecording {
    var recorded = RecordedFigures(at: options.ratiosPath)
    (recorded.targetsMachine, recorded.targets) = (report.machine, report.targets)
    JSON.write(recorded, to: options.ratiosPath)
    JSON.write(report, to: options.reportPath)
  }
}
