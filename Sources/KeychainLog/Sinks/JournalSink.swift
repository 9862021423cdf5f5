import CSystemd
import Glibc

/// Sends entries to the journal of systemd, with fields that it can be searched by.
package struct JournalSink: LogSink {
  /// Sends the fields of an entry, each `NAME=value`.
  package typealias Send = @Sendable ([[UInt8]]) -> Void

  private let send: Send

  package init(send: @escaping Send = JournalSink.sendToDaemon) { self.send = send }

  /// Whether there is a journal.
  static var isAvailable: Bool { lk_journal_is_available() != 0 }

  package func write(_ entry: LogEntry) {
    var fields = [
      "MESSAGE=\(entry.message)", "PRIORITY=\(entry.level.rawValue)",
      "SYSLOG_IDENTIFIER=latchkey", "LATCHKEY_PLACE=\(entry.place)",
    ]
    if let status = entry.status { fields.append("LATCHKEY_STATUS=\(status)") }
    send(fields.map { Array($0.utf8) })
  }

  /// What cannot be sent is lost: nobody could be told.
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
