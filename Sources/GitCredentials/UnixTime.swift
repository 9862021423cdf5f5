import Glibc

/// Times in git's format.
enum UnixTime {
  /// Returns the number that decimal digits represent; nil for any other text.
  static func seconds(_ digits: some Collection<UInt8>) -> Int64? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  /// Returns the current time in seconds since 1970-01-01.
  static func now() -> Int64 { Int64(time(nil)) }
}
