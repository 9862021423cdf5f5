/// Reads times in UTC in the form `YYYYMMDDhhmmssZ`, with an optional NUL at the end.
package enum CompactTime {
  /// The time in seconds since 2001-01-01 00:00:00 UTC; nil if the bytes are not a time in the form `YYYYMMDDhhmmssZ`.
  package static func sinceReference(_ bytes: [UInt8]) -> Double? {
    let text = bytes.last == 0 ? bytes.dropLast() : bytes[...]
    guard text.count == 15, text.last == UInt8(ascii: "Z"),
      text.dropLast().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    func number(_ from: Int, _ count: Int) -> Int {
      text.dropFirst(from).prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    let (year, month, day) = (number(0, 4), number(4, 2), number(6, 2))
    let (hour, minute, second) = (number(8, 2), number(10, 2), number(12, 2))
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    // The days are counted from 0000-03-01. In a year that begins in March, the leap day is the last day.
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 730_791
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }
}
