import CPlatform

/// Until when other chains are looked for. Who sends certificates says how many there are, and how long it takes to
/// judge each: a judgement must not take longer because of that.
package struct SearchDeadline: Sendable {
  private let end: Int64

  package init(seconds: Int64) { end = lk_monotonic_now() + seconds * 1_000_000_000 }

  package var isOver: Bool { lk_monotonic_now() >= end }
}
