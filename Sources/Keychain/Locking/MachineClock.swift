import CPlatform

/// The clock that locking goes by: nobody sets it, and it counts the time that the machine sleeps.
package protocol MachineClock: Sendable {
  /// Nanoseconds since the machine was started, all of them.
  var sinceStart: Int64 { get }

  /// Those of them during which the machine was suspended.
  var suspended: Int64 { get }
}

/// The clock of this machine.
package struct SystemMachineClock: MachineClock {
  package init() {}

  package var sinceStart: Int64 { lk_boot_now() }

  /// The clock that stands still meanwhile is read first, so that time between the two readings
  /// counts as sleep, never as less than none.
  package var suspended: Int64 {
    let awake = lk_monotonic_now()
    return lk_boot_now() - awake
  }
}
