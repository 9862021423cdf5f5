package import KeychainModel

/// An item as a request returns it.
///
/// A search may return very many items, so the value is small: the parts that few items have are in a separate object.
package struct Item: Sendable {
  package var itemClass: ItemClass

  /// The identifier in the persistent reference of the item. For an identity, this is the identifier of the
  /// certificate.
  package var identifier: RowIdentifier

  /// All stored attributes, if the attributes were requested. The further secrets of an internet password are included,
  /// if the secret was requested. The set is empty if the search did not decrypt the item, because its access control
  /// requires a proof.
  package var attributes: AttributeSet

  /// The secret, if the secret was requested; nil if the item has no secret, and for a private key that stays in the
  /// service (`privateKey`).
  package var secret: [UInt8]?

  /// Whether a search that lists locked items found the item without opening it.
  package var isLocked = false

  /// Whether the item existed before an add that keeps existing items.
  package var wasPresent = false

  /// Whether the add found this existing item in the place of a new item that differs from it. The new item was not
  /// added.
  package var isConflicting = false

  /// The content of the certificate of an identity, if the certificate was requested.
  package var certificate: [UInt8]? {
    get { boxedKeyParts?.parts.certificate }
    set { keyParts.certificate = newValue }
  }

  /// The private key of the item, if the key stays in the service. The item then has no secret.
  package var privateKey: RemotePrivateKey? {
    get { boxedKeyParts?.parts.privateKey }
    set { keyParts.privateKey = newValue }
  }

  /// The identifier of the key of an identity, if the secret was requested. Only the service knows it.
  var keyIdentifier: RowIdentifier? {
    get { boxedKeyParts?.parts.keyIdentifier }
    set { keyParts.keyIdentifier = newValue }
  }

  /// What only keys and identities have.
  private struct KeyParts {
    var certificate: [UInt8]?
    var privateKey: RemotePrivateKey?
    var keyIdentifier: RowIdentifier?

    var isEmpty: Bool { certificate == nil && privateKey == nil && keyIdentifier == nil }
  }

  private var keyParts: KeyParts {
    get { boxedKeyParts?.parts ?? KeyParts() }
    set { boxedKeyParts = newValue.isEmpty ? nil : Box(newValue) }
  }

  /// Nil for an item that has none of the parts.
  private var boxedKeyParts: Box?

  private final class Box: Sendable {
    let parts: KeyParts
    init(_ parts: KeyParts) { self.parts = parts }
  }

  package init(
    _ itemClass: ItemClass, identifier: RowIdentifier, attributes: AttributeSet = AttributeSet(),
    secret: [UInt8]? = nil
  ) {
    self.itemClass = itemClass
    self.identifier = identifier
    self.attributes = attributes
    self.secret = secret
  }

  /// The keychain of the item; nil for the login keychain.
  package var keychain: ItemKeychain?

  /// A query that finds only this item in its keychain.
  package var query: ItemQuery {
    ItemQuery(itemClass, isSynchronizable: nil, reference: .item(itemClass, identifier))
  }

  /// The path of the item's keychain.
  var keychainPath: KeychainPath { keychain?.path ?? .login }

  /// The scope that contains only the keychain of the item.
  package var scope: KeychainScope { keychain.map { .keychains([$0.path]) } ?? .login }

  /// The item as a member of a list of items.
  package var listed: ListedItem {
    let reference = PersistentReference.item(itemClass, identifier)
    return keychain.map { .elsewhere(reference, $0.vaultID) } ?? .reference(reference)
  }

  /// The bytes of the item's persistent reference. The reference of an item of another keychain than the login keychain
  /// also contains the identifier of the keychain.
  package var persistentReference: [UInt8] {
    PersistentReference.bytes(of: itemClass, identifier) + (keychain?.vaultID.bytes ?? [])
  }
}
