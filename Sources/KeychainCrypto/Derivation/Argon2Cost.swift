/// What one derivation with Argon2id costs: how often it passes over how much memory.
///
/// Every value of this type is within bounds, so that a file cannot make a program allocate
/// gigabytes or work for minutes: the costliest is some twenty times as much work as the
/// recommended one.
package struct Argon2Cost: Sendable, Equatable {
  package static let laneBounds: ClosedRange<UInt32> = 1...16
  package static let passBounds: ClosedRange<UInt32> = 1...64
  /// The most memory, in KiB: 256 MiB. The least is 8 KiB for each lane (RFC 9106 section 3.1).
  package static let largestMemory: UInt32 = 256 << 10
  /// The most memory times passes, in KiB: 4 GiB.
  package static let largestWork: UInt64 = 4 << 20

  /// The passes over the memory.
  package let passes: UInt32
  /// The memory, in KiB.
  package let memory: UInt32
  /// The parts of the memory that could be filled at the same time.
  package let lanes: UInt32

  /// The second recommended option of RFC 9106 section 4: 64 MiB.
  package static let recommended = Argon2Cost(
    withinBounds: 3, memory: 64 << 10, lanes: 4)

  /// Nil when anything is out of bounds.
  package init?(passes: UInt32, memory: UInt32, lanes: UInt32) {
    guard Self.laneBounds.contains(lanes), Self.passBounds.contains(passes),
      memory >= 8 * lanes, memory <= Self.largestMemory,
      UInt64(memory) * UInt64(passes) <= Self.largestWork
    else { return nil }
    self.init(withinBounds: passes, memory: memory, lanes: lanes)
  }

  private init(withinBounds passes: UInt32, memory: UInt32, lanes: UInt32) {
    self.passes = passes
    self.memory = memory
    self.lanes = lanes
  }
}
