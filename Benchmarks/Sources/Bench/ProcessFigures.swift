import Foundation

/// What the kernel says about this process.
enum ProcessFigures {
  /// Bytes handed to write calls since the start.
  static var bytesWritten: Int { value("/proc/self/io", "wchar:") }

  /// The most memory that the process had, less what the floor's items take in it is not told
  /// apart: the whole process counts.
  static var residentMebibytes: Double { Double(value("/proc/self/status", "VmRSS:")) / 1024 }

  static func byteCount(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? 0
  }

  private static func value(_ path: String, _ name: String) -> Int {
    guard let file = FileHandle(forReadingAtPath: path),
      let data = try? file.readToEnd()
    else { return 0 }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.first.map(String.init) == name, words.count > 1 { return Int(words[1]) ?? 0 }
    }
    return 0
  }
}
