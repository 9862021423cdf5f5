/// An option as it stood on a command line.
struct ParsedOption: Sendable {
  /// The letter, or the long name without `--`.
  let name: String

  /// The value; nil for an option that takes none, and for one that may lack it and does.
  let value: Word?

  /// Where the value begins: the number of its word and the byte within it.
  let valuePlace: Place?

  struct Place: Sendable {
    let word: Int
    let offset: Int
  }

  init(_ name: String, value: Word? = nil, at valuePlace: Place? = nil) {
    self.name = name
    self.value = value
    self.valuePlace = valuePlace
  }
}
