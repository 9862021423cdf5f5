/// An option of a command line.
struct ParsedOption: Sendable {
  /// The letter, or the long name without `--`.
  let name: String

  /// The value. Nil if the option takes none, or if an optional value is missing.
  let value: Word?

  /// The start of the value: the index of its word, and the offset in bytes within it.
  let valuePlace: Place?

  /// The option with its hyphens.
  var word: String { name.utf8.count == 1 ? "-\(name)" : "--\(name)" }

  struct Place: Sendable {
    let word: Int
    let offset: Int
  }

  /// Whether the value is a separate word that is also an option of the command. Then the user may have forgotten the
  /// value.
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
