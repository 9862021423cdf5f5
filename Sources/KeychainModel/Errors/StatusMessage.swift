import Glibc

/// The meaning of a status, as one English sentence.
///
/// The public function `SecCopyErrorMessageString` returns these sentences, and the command line tool prints them. This
/// file does not use Foundation, because the tool must not link Foundation.
package enum StatusMessage {
  /// macOS adds this number to an `errno` to form a status.
  private static let errnoBase: Int32 = 100_000

  /// The values of `errno` on Linux on x86-64 and arm64, without zero.
  private static let errnoRange: ClosedRange<Int32> = 1...133

  /// The sentence for a status. The sentence is never empty, and is always the same for the same number.
  ///
  /// For the sum of an `errno` and 100000, the sentence is `UNIX[...]` with the text of the C library. For any other
  /// number without a name, the sentence is `OSStatus` and the number.
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

  /// The C library's text for an `errno`. The function calls `strerror_r`, because `strerror` of older C libraries
  /// shares one buffer between threads.
  private static func systemText(for errno: Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(errno, start, buffer.count) == 0 else {
        return nil
      }
      return String(cString: start)
    }
  }
}
