import Foundation

/// The figures of this process that the kernel provides.
enum ProcessFigures {
  /// The number of bytes that the process has written since its start (`wchar`). The number includes the write-ahead
  /// log, checkpoints, and all other files.
  static var bytesWritten: Int { value("/proc/self/io", "wchar:") }

  /// The resident memory of the process, in mebibytes.
  static var residentMebibytes: Double { Double(value("/proc/self/status", "VmRSS:")) / 1024 }

  /// The resident memory of another process, in mebibytes.
  static func residentMebibytes(of process: Int32) -> Double {
    Double(value("/proc/\(process)/status", "VmRSS:")) / 1024
  }

  /// The greatest resident memory of the process so far, in mebibytes.
  static var peakMebibytes: Double { Double(value("/proc/self/status", "VmHWM:")) / 1024 }

  /// The processors that the process may use, as the list that taskset reads.
  static var processors: String { text("/proc/self/status", "Cpus_allowed_list:") }

  private static func value(_ path: String, _ name: String) -> Int {
    guard let value = Int(text(path, name)) else { fail("\(name) in \(path) is no number") }
    return value
  }

  private static func text(_ path: String, _ name: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else {
      fail("\(path) cannot be read")
    }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.first.map(String.init) == name, words.count > 1 { return String(words[1]) }
    }
    fail("\(path) has no \(name)")
  }
}
