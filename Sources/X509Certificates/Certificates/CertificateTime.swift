import AsymmetricKeys
import KeychainModel

/// Reads times in certificates: `UTCTime` and `GeneralizedTime` (specification: keys-and-certificates 2.2).
enum CertificateTime {
  /// Reads a time. Returns seconds since 2001-01-01 00:00:00 UTC.
  ///
  /// The year of a `UTCTime` has two digits. 00 to 49 mean 2000 to 2049, and 70 to 99 mean 1970 to 1999. The years 50
  /// to 69 are rejected. The year of a `GeneralizedTime` has four digits. In a time of either type, the seconds may be
  /// missing, and an offset from UTC may replace `Z`.
  ///
  /// - Throws: `.parameter` when the bytes are not such a time.
  static func read(_ reader: inout DERReader) throws(KeychainError) -> Double {
    let element = try reader.readAny()
    var digits = Digits(rest: element.content.rest)
    var year: Int
    switch DERTag(rawValue: element.tag) {
    case .utcTime:
      year = try digits.next(2)
      guard !(50..<70).contains(year) else { throw DERReader.malformed }
      year += year < 50 ? 2000 : 1900
    case .generalizedTime: year = try digits.next(4)
    default: throw DERReader.malformed
    }
    let month = try digits.next(2, in: 1...12)
    let day = try digits.next(2, in: 1...daysOf(month, year))
    let hour = try digits.next(2, in: 0...23)
    let minute = try digits.next(2, in: 0...59)
    let second = digits.hasDigit ? try digits.next(2, in: 0...60) : 0
    let offset = try digits.offset()
    let days = dayNumber(year, month, day) - dayNumber(2001, 1, 1)
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second - offset)
  }

  private static func daysOf(_ month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of a day in the Gregorian calendar. The year begins in March, so that a leap day is the last day of a
  /// year.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let month = month > 2 ? month - 3 : month + 9
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day
  }

  private struct Digits {
    var rest: ArraySlice<UInt8>

    var hasDigit: Bool { rest.first.map { (0x30...0x39).contains($0) } ?? false }

    mutating func next(
      _ count: Int, in range: ClosedRange<Int> = 0...9999
    ) throws(KeychainError) -> Int {
      var number = 0
      for _ in 0..<count {
        guard hasDigit, let digit = rest.popFirst() else { throw DERReader.malformed }
        number = number * 10 + Int(digit - 0x30)
      }
      guard range.contains(number) else { throw DERReader.malformed }
      return number
    }

    /// Reads the offset from UTC in seconds. The offset is positive east of Greenwich.
    mutating func offset() throws(KeychainError) -> Int {
      let sign = rest.popFirst()
      if sign == UInt8(ascii: "Z"), rest.isEmpty { return 0 }
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
        throw DERReader.malformed
      }
      let seconds = try next(2, in: 0...23) * 3600 + next(2, in: 0...59) * 60
      guard rest.isEmpty else { throw DERReader.malformed }
      return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
  }
}
