import Glibc

/// Times as git writes them.
enum UnixTime {
  /// The seconds that decimal digits give; nil for anything else.
  static func seconds(_ digits: some Collection<UInt8>) -> Int64? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  /// The seconds since 1970 now.
  static func now() -> Int64 { Int64(time(nil)) }
}
