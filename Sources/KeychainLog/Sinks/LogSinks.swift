import CPlatform
import CSystemd
import Glibc

/// Sends entries to the systemd journal, with fields for searching.
package struct JournalSink: LogSink {
  /// Sends the fields of an entry. Each field is `NAME=value`.
  package typealias Send = @Sendable ([[UInt8]]) -> Void

  private let send: Send

  package init(send: @escaping Send = JournalSink.sendToDaemon) { self.send = send }

  /// Whether the system has a journal.
  static var isAvailable: Bool { lk_journal_is_available() != 0 }

  package func write(_ entry: LogEntry) {
    var fields = [
      "MESSAGE=\(entry.message)", "PRIORITY=\(entry.level.rawValue)",
      "SYSLOG_IDENTIFIER=latchkey", "LATCHKEY_PLACE=\(entry.place)",
    ]
    if let status = entry.status { fields.append("LATCHKEY_STATUS=\(status)") }
    send(fields.map { Array($0.utf8) })
  }

  /// Sends the fields to the daemon of the journal. An entry that cannot be sent is dropped, because the failure cannot
  /// be reported anywhere.
  package static let sendToDaemon: Send = { fields in
    let error = errno
    defer { errno = error }
    var bytes = Array(fields.joined())
    bytes.withUnsafeMutableBytes { buffer in
      var offset = 0
      let vectors = fields.map { field in
        defer { offset += field.count }
        return iovec(iov_base: buffer.baseAddress?.advanced(by: offset), iov_len: field.count)
      }
      _ = lk_journal_send(vectors, Int32(vectors.count))
    }
  }
}

/// A receiver of log entries.
package protocol LogSink: Sendable {
  func write(_ entry: LogEntry)
}

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
