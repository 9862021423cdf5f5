package import KeychainModel

/// Which items a search, an update or a delete is about. All conditions must hold.
package struct ItemQuery: Sendable {
  package var itemClass: ItemClass

  /// Attributes with the values that items must have, converted by the catalogue. The access
  /// group, `kSecAttrSynchronizable` and `kSecAttrTombstone` are among them when named.
  package var attributes: AttributeSet

  /// Whether synchronizable items, local ones or both are meant. Nil: both.
  ///
  /// A dictionary that names neither this nor a persistent reference means local ones.
  package var isSynchronizable: Bool?

  /// The one item that a persistent or transient reference names.
  package var reference: PersistentReference?

  /// Lists of the only items considered (`kSecMatchItemList`, `kSecUseItemList`): each names the item.
  package var itemLists: [[ListedItem]]

  /// Whether the attributes are those of a key or a certificate that the caller has, and so name it.
  package var isOfObject = false

  /// The data that items must hold; nil for any. They find nothing by themselves: what else is asked for
  /// narrows the items down whose data are compared.
  package var data: [UInt8]?

  /// How many items an update or a delete may touch; nil for any number. Where more match, nothing is
  /// touched (D3).
  package var largestCount: Int?

  /// Free attributes that a generic password must have, beside any others; none for any. All of them and no others are
  /// asked for by a value of `AttributeName.freeAttributes` in `attributes`.
  package var freeAttributes: FreeAttributes?

  /// A host: the item's server must be it or one of its subdomains.
  package var hostOrSubdomain: String?

  /// What certificates, or those of identities, must be like; nil for any.
  package var filter: CertificateFilter? {
    get { boxedFilter?.filter }
    set { boxedFilter = newValue.map(Box.init) }
  }

  /// Whether there is such a filter.
  var isFiltered: Bool { boxedFilter != nil }

  /// Most queries have none, and all are passed about.
  private var boxedFilter: Box?

  private final class Box: Sendable {
    let filter: CertificateFilter
    init(_ filter: CertificateFilter) { self.filter = filter }
  }

  package init(
    _ itemClass: ItemClass, attributes: AttributeSet = AttributeSet(),
    isSynchronizable: Bool? = false, reference: PersistentReference? = nil,
    itemLists: [[ListedItem]] = [], hostOrSubdomain: String? = nil
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.isSynchronizable = isSynchronizable
    self.reference = reference
    self.itemLists = itemLists
    self.hostOrSubdomain = hostOrSubdomain
  }

  /// - Throws: `.parameter` when a change would touch more items than the query allows.
  func checkCount(_ count: Int) throws(KeychainError) {
    guard let largestCount, count > largestCount else { return }
    throw KeychainError(.parameter, "more items match than kSecMatchLimit says")
  }

  /// Whether the items are named one by one, by references.
  var namesItems: Bool { reference != nil || !itemLists.isEmpty || isOfObject }
}
