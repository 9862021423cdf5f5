package import KeychainModel

/// What a member of a list of items stands for.
package enum ListedItem: Sendable {
  /// The item of a reference, persistent or transient.
  case reference(PersistentReference)

  /// The items that hold a key or a certificate which the caller has: those with these attributes and,
  /// unless nil, these data. It knows no row, and may be in several.
  case object(AttributeSet, data: [UInt8]?, isSynchronizable: Bool?)
}
