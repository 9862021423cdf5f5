package import KeychainModel

/// One entry of the log.
package struct LogEntry: Sendable {
  package let level: LogLevel
  /// A sentence. The sentence consists of the text of a `LogMessage` and, after a failure, the reason of the error.
  /// Neither part contains a value of an item.
  package let message: String
  /// The status that a caller receives. Nil for an entry that is not about a failure.
  package let status: Int32?
  /// The source file and line.
  package let place: String

  /// - Parameter file: The source file for an entry without an error. An entry with an error has the source file of the
  ///   error.
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

  /// The text with a question mark in place of each control character. A reason can contain the name of a file, and the
  /// name of a file can contain line breaks.
  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return String(
      decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }
}

/// The importance of an entry. The raw value is the priority of syslog(3).
package enum LogLevel: UInt8, Sendable, CaseIterable, Comparable {
  /// Something is broken, or items were lost.
  case error = 3
  /// Information that a person may need, for example that the store was created or repaired, or is
  /// busy.
  case notice = 5
  /// Failed calls.
  case info = 6
  /// All entries, including failures that programs expect.
  case debug = 7

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The name in settings and in log lines.
  package var name: StaticString {
    switch self {
    case .error: "error"
    case .notice: "notice"
    case .info: "info"
    case .debug: "debug"
    }
  }
}

/// The text of an entry. The text consists of literals in the source of this package, numbers, and names of enumeration
/// cases.
///
/// A message accepts no other string, so it cannot contain a value of an item. A message can only be created from a
/// literal, and can only interpolate the types in `Interpolation`.
package struct LogMessage: Sendable, ExpressibleByStringInterpolation {
  let text: String

  package init(stringLiteral value: StaticString) { text = value.description }

  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    package mutating func appendInterpolation(_ name: StaticString) { text += name.description }

    package mutating func appendInterpolation(_ number: some FixedWidthInteger) {
      text += String(number)
    }

    package mutating func appendInterpolation(_ itemClass: ItemClass) {
      text += itemClass.rawValue
    }
  }
}
