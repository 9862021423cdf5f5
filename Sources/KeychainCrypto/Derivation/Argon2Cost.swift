/// The cost of one derivation with Argon2id: the memory, and the number of passes over it.
///
/// Every value of this type is within bounds, so that a file cannot make a program allocate
/// gigabytes or work for minutes. The greatest allowed cost is about twenty times the recommended
/// cost.
package struct Argon2Cost: Sendable, Equatable {
  package static let laneBounds: ClosedRange<UInt32> = 1...16
  package static let passBounds: ClosedRange<UInt32> = 1...64
  /// The largest memory, in KiB: 256 MiB. The smallest memory is 8 KiB for each lane (RFC 9106
  /// section 3.1).
  package static let largestMemory: UInt32 = 256 << 10
  /// The largest product of memory and passes, in KiB: 4 GiB.
  package static let largestWork: UInt64 = 4 << 20

  /// The number of passes over the memory.
  package let passes: UInt32
  /// The memory, in KiB.
  package let memory: UInt32
  /// The number of lanes: parts of the memory that can be filled in parallel.
  package let lanes: UInt32

  /// The second recommended option of RFC 9106 section 4: 64 MiB.
  package static let recommended = Argon2Cost(
    withinBounds: 3, memory: 64 << 10, lanes: 4)

  /// Returns nil when a value is out of bounds.
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
