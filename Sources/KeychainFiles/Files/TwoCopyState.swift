/// What a file of two copies has to offer. The ranges are the payload's place in the file.
package enum TwoCopyState: Equatable, Sendable {
  /// Both copies are whole and equal.
  case intact(Range<Int>)
  /// One copy is whole: the file should be written anew. When both are whole and different, it is
  /// the first.
  case repairable(Range<Int>)
  /// No copy is whole.
  case damaged
}
