package import KeychainModel

/// A member of a list of items.
package enum ListedItem: Sendable {
  /// The item that a persistent or transient reference names.
  case reference(PersistentReference)

  /// The items that contain a key or certificate object of the caller: the items with these attributes
  /// and, unless nil, with this data. The object knows no row, and several items may contain it.
  case object(AttributeSet, data: [UInt8]?, isSynchronizable: Bool?)
}
