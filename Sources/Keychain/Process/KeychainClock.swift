import Glibc
import KeychainModel

/// The clock for the dates of items.
package protocol KeychainClock: Sendable {
  /// The current time in seconds since 2001-01-01 00:00:00 UTC.
  var now: Double { get }
}

/// The clock of the system.
package struct SystemClock: KeychainClock {
  package init() {}

  package var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) - Self.referenceDate + Double(time.tv_nsec) / 1e9
  }

  /// 2001-01-01 00:00:00 UTC in seconds since 1970.
  private static let referenceDate = 978_307_200.0
}

/// The rule that the modification date of an item only increases (specification: secitem 9).
enum ModificationDate {
  /// Makes the modification date later than the modification date of an earlier state of the item. If the clock is not
  /// ahead of the earlier date, the new date is one millisecond later than the earlier date.
  static func advance(_ attributes: inout AttributeSet, beyond earlier: AttributeSet) {
    guard case .date(let now)? = attributes[.modificationDate],
      case .date(let before)? = earlier[.modificationDate], now <= before
    else { return }
    attributes[.modificationDate] = .date(before + 0.001)
  }
}
