import CPlatform
import Glibc

/// Writes entries to a descriptor, each as one line, with one call to the kernel.
package struct StandardErrorSink: LogSink {
  private let descriptor: Int32

  package init(descriptor: Int32 = STDERR_FILENO) { self.descriptor = descriptor }

  package func write(_ entry: LogEntry) {
    let status = entry.status.map { "status \($0), " } ?? ""
    write(
      "latchkey[\(getpid())]: \(entry.level.name): \(entry.message) (\(status)\(entry.place))")
  }

  /// Writes a line as it is.
  func write(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    lk_write_quietly(descriptor, bytes, bytes.count)
  }
}
