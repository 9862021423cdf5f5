import Glibc

/// The clock for the dates of items.
package protocol KeychainClock: Sendable {
  /// Seconds since 2001-01-01 00:00:00 UTC.
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
