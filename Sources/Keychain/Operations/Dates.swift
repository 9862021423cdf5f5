import KeychainModel

/// Modification dates only ever increase (secitem 9).
enum Dates {
  /// Makes the modification date later than that of an earlier state of the item: a millisecond
  /// later where the clock is not.
  static func advance(_ attributes: inout AttributeSet, beyond earlier: AttributeSet) {
    guard case .date(let now)? = attributes[.modificationDate],
      case .date(let before)? = earlier[.modificationDate], now <= before
    else { return }
    attributes[.modificationDate] = .date(before + 0.001)
  }
}
