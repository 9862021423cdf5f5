import KeychainModel

/// The rules about modification dates: they only increase (secitem 9).
enum ModificationDate {
  /// Makes the modification date later than the one of an earlier state of the item. If the clock
  /// is not ahead of the earlier date, the new date is one millisecond later.
  static func advance(_ attributes: inout AttributeSet, beyond earlier: AttributeSet) {
    guard case .date(let now)? = attributes[.modificationDate],
      case .date(let before)? = earlier[.modificationDate], now <= before
    else { return }
    attributes[.modificationDate] = .date(before + 0.001)
  }
}
