import KeychainModel

/// What comes of opening a row.
enum RowOpening {
  case opened(OpenedRow)
  /// Sealed under a key that was destroyed: gone for good, and no damage.
  case dead
  /// Sealed under a key that the keybag never had: perhaps another keybag has it.
  case unknownKey
  case damaged(KeychainError)

  /// The content of a row that opens; nil for others.
  var content: OpenedRow? { if case .opened(let content) = self { content } else { nil } }
}

/// The metadata of a row.
struct OpenedRow {
  var attributes: AttributeSet
  var secret: SecretDescriptor?
}
