import Glibc

/// What a status number means, as one English sentence.
///
/// The public `SecCopyErrorMessageString` and the command line tool both print these. The tool must
/// not link Foundation, so nothing here uses it.
package enum StatusMessage {
  /// macOS adds this to an `errno` to make a status of it.
  private static let errnoBase: Int32 = 100_000

  /// The numbers that Linux on x86-64 and arm64 uses for `errno`; zero is no error.
  private static let errnoRange: ClosedRange<Int32> = 1...133

  /// The sentence for a status: never empty, the same for the same number.
  ///
  /// A status that is `errno` plus 100000 gives `UNIX[...]` around the system's own text, any other
  /// number without a name gives `OSStatus` and the number.
  package static func text(for status: Int32) -> String {
    if let sentence = sentence(for: status) {
      return sentence
    }
    let (errno, overflow) = status.subtractingReportingOverflow(errnoBase)
    if !overflow, errnoRange.contains(errno), let text = systemText(for: errno) {
      return "UNIX[\(text)]"
    }
    return "OSStatus \(status)"
  }

  /// The C library's text for an `errno`; `strerror_r` because `strerror` shares one buffer between
  /// threads in older C libraries.
  private static func systemText(for errno: Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(errno, start, buffer.count) == 0 else {
        return nil
      }
      return String(cString: start)
    }
  }
}
