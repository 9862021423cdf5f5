import Foundation

/// The machine on which the measurements were made.
struct Machine: Codable {
  var processor = Self.field("/proc/cpuinfo", "model name") ?? "unknown"
  var cores = ProcessInfo.processInfo.activeProcessorCount
  var memoryGibibytes = Int(ProcessInfo.processInfo.physicalMemory >> 30)
  var system = ProcessInfo.processInfo.operatingSystemVersionString
  var date = ISO8601DateFormatter().string(from: Date())
  /// The load average of the last minute before the measurements.
  var load = Self.load

  private static func field(_ path: String, _ name: String) -> String? {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static var load: Double {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }
}
