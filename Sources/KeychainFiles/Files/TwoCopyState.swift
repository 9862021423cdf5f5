/// The state of the two copies in a file. The ranges are the position of the payload in the file.
package enum TwoCopyState: Equatable, Sendable {
  /// Both copies are intact and equal.
  case intact(Range<Int>)
  /// At least one copy is intact, and the file should be written again. When both are intact but
  /// different, the range is in the first one.
  case repairable(Range<Int>)
  /// No copy is intact.
  case damaged
}
