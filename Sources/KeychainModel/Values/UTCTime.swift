/// A date and time in UTC, in the proleptic Gregorian calendar.
package struct UTCTime: Sendable {
  private let year: Int
  private let month: Int
  private let day: Int
  private let secondOfDay: Int

  /// The date and time, rounded down to whole seconds. Returns nil outside of the years 0 to 9999.
  ///
  /// - Parameter reference: Seconds since 2001-01-01 00:00:00 UTC.
  package init?(sinceReference reference: Double) {
    guard let seconds = Int(exactly: reference.rounded(.down)),
      Self.representable.contains(seconds)
    else { return nil }
    // The number of days since 0000-03-01. In a year that begins in March, the leap day is the last day.
    let days = seconds.dividedFloor(by: 86400) + 730_791
    secondOfDay = seconds - seconds.dividedFloor(by: 86400) * 86400
    let era = days.dividedFloor(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private static let representable = -63_145_526_400...252_423_993_599

  /// The text `YYYYMMDDhhmmssZ`, the form of dates in attributes.
  package var compact: String {
    padded(year, 4) + padded(month, 2) + padded(day, 2) + padded(secondOfDay / 3600, 2)
      + padded(secondOfDay / 60 % 60, 2) + padded(secondOfDay % 60, 2) + "Z"
  }

  /// The text `YYYY-MM-DD hh:mm:ss UTC`, the form of dates in sentences.
  package var spaced: String {
    "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)) \(padded(secondOfDay / 3600, 2)):"
      + "\(padded(secondOfDay / 60 % 60, 2)):\(padded(secondOfDay % 60, 2)) UTC"
  }

  /// The text `YYYY-MM-DDThh:mm:ssZ`, the form of dates in property lists (RFC 3339).
  package var dashed: String {
    "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(secondOfDay / 3600, 2)):"
      + "\(padded(secondOfDay / 60 % 60, 2)):\(padded(secondOfDay % 60, 2))Z"
  }

  /// A date and time from its parts. Returns nil if the day or the time does not exist.
  package init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    secondOfDay = (hour * 60 + minute) * 60 + second
    // If the month does not have this day (31 April), the conversion to seconds and back gives another day (1 May).
    guard let same = UTCTime(sinceReference: sinceReference), same.day == day else { return nil }
  }

  /// The number of seconds since 2001-01-01 00:00:00 UTC.
  package var sinceReference: Double {
    let yearFromMarch = month > 2 ? year : year - 1
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let days =
      365 * yearFromMarch + yearFromMarch.dividedFloor(by: 4)
      - yearFromMarch.dividedFloor(by: 100) + yearFromMarch.dividedFloor(by: 400)
      + (153 * monthFromMarch + 2) / 5 + day - 1
    return Double((days - 730_791) * 86400 + secondOfDay)
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension Int {
  /// The quotient, rounded down also for negative numbers.
  fileprivate func dividedFloor(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
