import Foundation

/// What the kernel says about this process.
enum ProcessFigures {
  /// Bytes handed to write calls since the start (`wchar`): to the log, to the database when the
  /// log is moved into it, and to every other file.
  static var bytesWritten: Int { value("/proc/self/io", "wchar:") }

  /// Mebibytes of memory that the process has now.
  static var residentMebibytes: Double { Double(value("/proc/self/status", "VmRSS:")) / 1024 }

  /// The most that it ever had.
  static var peakMebibytes: Double { Double(value("/proc/self/status", "VmHWM:")) / 1024 }

  private static func value(_ path: String, _ name: String) -> Int {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else {
      fail("\(path) cannot be read")
    }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.first.map(String.init) == name, words.count > 1, let value = Int(words[1]) {
        return value
      }
    }
    fail("\(path) has no \(name)")
  }
}
