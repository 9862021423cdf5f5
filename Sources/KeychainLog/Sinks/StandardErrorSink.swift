import CPlatform
import Glibc

/// Writes entries to a descriptor. Each entry is one line, written with one system call.
package struct StandardErrorSink: LogSink {
  private let descriptor: Int32

  package init(descriptor: Int32 = STDERR_FILENO) { self.descriptor = descriptor }

  package func write(_ entry: LogEntry) {
    let status = entry.status.map { "status \($0), " } ?? ""
    write(
      "latchkey[\(getpid())]: \(entry.level.name): \(entry.message) (\(status)\(entry.place))")
  }

  /// Writes a line unchanged.
  func write(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    lk_write_quietly(descriptor, bytes, bytes.count)
  }
}
