/// An option as it stood on a command line.
struct ParsedOption: Sendable {
  /// The letter, or the long name without `--`.
  let name: String

  /// The value; nil for an option that takes none, and for one that may lack it and does.
  let value: Word?

  /// Where the value begins: the number of its word and the byte within it.
  let valuePlace: Place?

  /// The option as it is typed.
  var word: String { name.utf8.count == 1 ? "-\(name)" : "--\(name)" }

  struct Place: Sendable {
    let word: Int
    let offset: Int
  }

  /// Whether the value is a word of its own that is an option of the command, too: perhaps the value was
  /// forgotten.
  let hasValueLikeOption: Bool

  init(
    _ name: String, value: Word? = nil, at valuePlace: Place? = nil, isLikeOption: Bool = false
  ) {
    self.name = name
    hasValueLikeOption = isLikeOption
    self.value = value
    self.valuePlace = valuePlace
  }
}
