package import KeychainCrypto
package import KeychainModel

/// The result of opening a row.
package enum RowOpening<Content> {
  case opened(Content)
  /// The row is sealed under a key that was destroyed, or to an authentication key that was destroyed. The row is lost
  /// permanently, but is not damaged.
  case dead
  /// The row is sealed under a key that the keybag never had, or to an authentication key that is
  /// newer than the keybag. Another keybag may have the key.
  case unknownKey
  case damaged(KeychainError)
  /// The row's access control requires proofs that the caller has not supplied.
  case guarded(GuardedRow)

  /// The content of an opened row; nil for other results.
  package var content: Content? { if case .opened(let content) = self { content } else { nil } }
}

/// The metadata of a row.
package struct OpenedRow {
  /// Empty when the caller requested only the secret.
  package var attributes: AttributeSet
  /// The encoded attributes that are not in the catalogue of attributes.
  package var unknown: [UInt8]
  package var secret: SecretDescriptor?
  /// The ciphers of an item whose access control requires proofs. The secret of the item is also sealed under one of
  /// these ciphers.
  package var guarded: GuardedCiphers?
  /// Whether the row was not opened.
  package var isClosed = false

  /// A placeholder for a row that was not opened.
  package static var closed: OpenedRow {
    var row = OpenedRow(attributes: AttributeSet(), secret: nil)
    row.isClosed = true
    return row
  }

  package init(
    attributes: AttributeSet, unknown: [UInt8] = [], secret: SecretDescriptor?,
    guarded: GuardedCiphers? = nil
  ) {
    self.attributes = attributes
    self.unknown = unknown
    self.secret = secret
    self.guarded = guarded
  }
}
