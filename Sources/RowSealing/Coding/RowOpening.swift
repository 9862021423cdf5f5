package import KeychainCrypto
package import KeychainModel

/// What comes of opening a row.
package enum RowOpening<Content> {
  case opened(Content)
  /// Sealed under a key that was destroyed, or to an authentication key that is gone: lost for good, and
  /// no damage.
  case dead
  /// Sealed under a key that the keybag never had, or to an authentication key that is newer than it:
  /// perhaps another keybag has it.
  case unknownKey
  case damaged(KeychainError)
  /// Its access control asks for proofs that the caller has not brought.
  case guarded(GuardedRow)

  /// The content of a row that opens; nil for others.
  package var content: Content? { if case .opened(let content) = self { content } else { nil } }
}

/// The metadata of a row.
package struct OpenedRow {
  /// Empty when only the secret was asked for.
  package var attributes: AttributeSet
  /// The entries of attributes that the catalogue lacks, as they are in the metadata.
  package var unknown: [UInt8]
  package var secret: SecretDescriptor?
  /// The ciphers of an item whose access control asks for proofs: its secret has them too.
  package var guarded: GuardedCiphers?
  /// Whether the row was not opened.
  package var isClosed = false

  /// Stands for a row that was not opened.
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
