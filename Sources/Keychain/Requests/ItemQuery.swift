package import KeychainModel

/// Selects the items of a search, an update or a delete. A matching item satisfies all conditions.
package struct ItemQuery: Sendable {
  package var itemClass: ItemClass

  /// The attribute values that items must have. The catalogue of attributes has converted the values. The set includes
  /// the access group, `kSecAttrSynchronizable` and `kSecAttrTombstone`, if the caller names these attributes.
  package var attributes: AttributeSet

  /// Whether the query selects synchronizable items or local items. Nil selects both.
  ///
  /// A dictionary that names neither synchronizability nor a persistent reference selects local items.
  package var isSynchronizable: Bool?

  /// The one item that a persistent or transient reference names.
  package var reference: PersistentReference?

  /// Whether the caller did not name the items of `reference` and `itemLists`: another query found the items. Then the
  /// query reaches the items of shared groups only if it names the group (compatibility: D36).
  package var namesFoundItems = false

  /// Lists of items (`kSecMatchItemList`, `kSecUseItemList`). An item must be in every list.
  package var itemLists: [[ListedItem]]

  /// Whether the attributes come from a key or certificate object of the caller, and so identify the item.
  package var isOfObject = false

  /// The data that items must contain; nil for any data. Data has no index, so the data of all items that satisfy the
  /// other conditions is compared.
  package var data: [UInt8]?

  /// The largest number of items that an update or a delete may change; nil for no limit. When more items match, no
  /// item is changed (compatibility: D3).
  package var largestCount: Int?

  /// The free attributes that a generic password must have. The generic password may have other free attributes, too.
  /// Nil or empty for no condition. To match exactly these free attributes, use `AttributeName.freeAttributes` in
  /// `attributes`.
  package var freeAttributes: FreeAttributes?

  /// Whether the query has a condition on free attributes in `freeAttributes`.
  var namesFreeAttributes: Bool { freeAttributes?.isEmpty == false }

  /// Whether only generic passwords without free attributes match: the items that no program stored with the Secret
  /// Service.
  package var lacksFreeAttributes = false

  /// A host name. The server of the item must be this host or a subdomain of this host.
  package var hostOrSubdomain: String?

  /// Conditions on certificates, or on the certificates of identities; nil for no conditions.
  package var filter: CertificateFilter? {
    get { boxedFilter?.filter }
    set { boxedFilter = newValue.map(Box.init) }
  }

  /// Whether the query has a filter.
  var isFiltered: Bool { boxedFilter != nil }

  /// The filter is boxed, because most queries have no filter, and queries are copied often.
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

  /// - Throws: `.parameter` when `count` is greater than the query allows.
  func checkCount(_ count: Int) throws(KeychainError) {
    guard let largestCount, count > largestCount else { return }
    throw KeychainError(.parameter, "more items match than kSecMatchLimit says")
  }

  /// Whether the query names its items: by a reference, by lists or by an object.
  var namesItems: Bool { isOfObject || (!namesFoundItems && (reference != nil || !itemLists.isEmpty)) }
}

/// A member of a list of items.
package enum ListedItem: Sendable {
  /// The item of this keychain that a persistent or transient reference names. In a query for several keychains, the item
  /// of the login keychain.
  case reference(PersistentReference)

  /// The item that a reference names in the keychain with this identifier. Only a query for several keychains contains
  /// this case; no item of a single keychain matches.
  case elsewhere(PersistentReference, RowIdentifier)

  /// The items that contain a key or certificate object of the caller: the items with these attributes and, if `data`
  /// is not nil, with this data. The object does not identify a row, so several items may contain the object.
  case object(AttributeSet, data: [UInt8]?, isSynchronizable: Bool?)
}

/// Conditions on the content of a certificate, in addition to its attributes: the `kSecMatch…` keys that need neither
/// trust settings nor a certificate chain (specification: secitem 8). A certificate must satisfy all conditions. A
/// filter without conditions passes every readable certificate.
package struct CertificateFilter: Sendable {
  /// Encoded names of issuers. An issuer in the chain from the certificate to the root must have one of these names.
  /// Empty for any issuer.
  package var issuers: Set<[UInt8]> = []

  /// The conditions on the texts of the subject.
  package var subject: [SubjectCondition] = []

  /// How texts of the subject are compared.
  package var comparison: TextComparison = []

  /// An email address. The certificate must contain this address or no email address at all (compatibility: D10).
  package var emailAddress: String?

  /// A time at which the certificate must be valid, in seconds since 2001-01-01 00:00:00 UTC.
  package var validity: Double?

  package init() {}

  /// Whether every certificate passes.
  package var isEmpty: Bool {
    issuers.isEmpty && subject.isEmpty && emailAddress == nil && validity == nil
  }
}

/// A condition on one of the texts in a certificate's subject, such as the common name or the
/// organization.
package struct SubjectCondition: Sendable {
  package enum Place: Sendable {
    case whole
    case start
    case end
    case anywhere
  }

  package let place: Place
  package let text: String

  package init(_ place: Place, _ text: String) {
    self.place = place
    self.text = text
  }
}
