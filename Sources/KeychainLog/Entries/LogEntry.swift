import KeychainModel

/// One entry of the log.
package struct LogEntry: Sendable {
  package let level: LogLevel
  /// A sentence. It contains no value of an item: it consists of a `LogMessage` and the reason of
  /// an error, and neither contains one.
  package let message: String
  /// The status that a caller receives. Nil for an entry that is not about a failure.
  package let status: Int32?
  /// The source file and line.
  package let place: String

  /// - Parameter file: The source file of an entry without an error.
  init(
    _ level: LogLevel, _ message: LogMessage, _ error: KeychainError?, file: StaticString = "",
    line: UInt = 0
  ) {
    self.level = level
    status = error?.code.rawValue
    if let error {
      self.message = Self.oneLine("\(message.text): \(error.reason)")
      place = "\(error.place.file):\(error.place.line)"
    } else {
      self.message = Self.oneLine(message.text)
      place = "\(file):\(line)"
    }
  }

  /// The text on one line. A reason may name a file, and the name of a file may contain line
  /// breaks.
  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return String(
      decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }
}
