import AsymmetricKeys
import Foundation
import KeychainModel
import X509Certificates

/// An object whose attributes select items: a key, a certificate or an identity (specification: secitem 2.8).
protocol ReferencedObject {
  /// The class of the items.
  var itemClass: ItemClass { get }

  /// Returns the attributes that the object adds to a dictionary. Such an attribute applies only if the dictionary does
  /// not contain it.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)]

  /// Returns the data of a new item.
  ///
  /// - Throws: `.dataNotAvailable` for a private key that is in another process.
  func data() throws(KeychainError) -> [UInt8]

  /// The identifier of the item of a private key that stays in the service, which copies the key into a new item; nil for
  /// every other object.
  var copiedKey: RowIdentifier? { get }

  /// The data that a matching item must contain. Nil if a search compares only attributes.
  var searchedData: [UInt8]? { get }
}

extension ReferencedObject {
  var copiedKey: RowIdentifier? { nil }

  /// Returns whether items of a class can contain the object. Identities contain certificates and keys.
  func isHeld(by itemClass: ItemClass) -> Bool {
    self.itemClass == itemClass
      || itemClass == .identity && [.certificate, .key].contains(self.itemClass)
  }
}

/// A key that a dictionary uses as a reference to items. The key's attributes select the items (specification: secitem
/// 2.8).
struct KeyReference: ReferencedObject {
  private let key: SecKey
  private let attributes: [(name: AttributeName, value: PropertyValue)]
  private let isSymmetric: Bool

  /// - Throws: An error if the key cannot be read.
  init(_ key: SecKey) throws(KeychainError) {
    self.key = key
    isSymmetric = if case .symmetric = key.material { true } else { false }
    // This code omits the keys `class` and `v_Data`, because they are not the names of attributes.
    attributes = try KeyAttributes.dictionary(of: key.material).entries.compactMap { key, value in
      guard let name = PropertyValue.text(key).flatMap(AttributeName.init(key:)) else { return nil }
      return (name, PropertyValue(value))
    }
  }

  var itemClass: ItemClass { .key }

  func data() throws(KeychainError) -> [UInt8] { try key.material.externalRepresentation() }

  var copiedKey: RowIdentifier? { key.itemInService }

  /// The attributes that the key adds to a dictionary. An add uses all attributes. A search does not filter by the
  /// permitted uses of the key, or by `kSecAttrIsPermanent`.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    if operation == .add { return attributes }
    if isSymmetric { return attributes.filter { $0.name == .keyClass || $0.name == .type } }
    return attributes.filter { !Self.notSearched.contains($0.name) }
  }

  /// The bytes that a matching item must contain. A search finds a symmetric key by its bytes, because all symmetric
  /// keys of the same size have the same attributes. The value is nil for other keys, because a search finds them by
  /// the hash of the public key.
  var searchedData: [UInt8]? {
    if case .symmetric(let key) = key.material { key.bytes } else { nil }
  }

  private static let notSearched: Set<AttributeName> = Set(
    ["perm", "encr", "decr", "drve", "sign", "vrfy", "snrc", "vyrc", "wrap", "unwp"]
      .map { AttributeName($0) })
}

/// A certificate that a dictionary uses as a reference to items.
struct CertificateReference: ReferencedObject {
  let certificate: Certificate
  private let derived: [(name: AttributeName, value: PropertyValue)]

  /// - Throws: An error if the certificate cannot be read.
  init(_ certificate: Certificate) throws(KeychainError) {
    self.certificate = certificate
    derived = try certificate.itemAttributes().entries.map { ($0.name, PropertyValue($0.value)) }
  }

  /// Makes a reference from the data of a new item. Returns nil if the data are not a certificate.
  init?(data: PropertyValue?) throws(KeychainError) {
    guard case .data(let der) = data, let certificate = try? Certificate(der: der) else {
      return nil
    }
    try self.init(certificate)
  }

  var itemClass: ItemClass { .certificate }

  func data() -> [UInt8] { certificate.der }

  var searchedData: [UInt8]? { nil }

  /// Returns the attributes of the certificate. An add also gives the item a label: the subject summary of the
  /// certificate.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    guard operation == .add, let summary = certificate.subjectSummary else { return derived }
    return derived + [(.label, .string(summary))]
  }

  /// The attributes of a certificate that is given only as data. These attributes do not include a label
  /// (specification: keys-and-certificates 2.5).
  var unlabelled: [(name: AttributeName, value: PropertyValue)] { derived }
}

extension PropertyValue {
  /// Makes the property value that represents the value of an attribute.
  init(_ value: AttributeValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .data(let bytes): self = .data(bytes)
    case .number(let number): self = .number(number)
    case .date(let date): self = .date(date)
    }
  }
}

/// The certificate and the key of an identity that a dictionary uses as a reference to items.
struct IdentityReference: ReferencedObject {
  let certificate: CertificateReference
  let key: KeyReference

  /// - Throws: An error if the certificate or the key cannot be read.
  init(_ identity: SecIdentity) throws(KeychainError) {
    certificate = try CertificateReference(identity.certificate.certificate)
    key = try KeyReference(identity.privateKey)
  }

  var itemClass: ItemClass { .identity }

  /// Returns the attributes of the certificate and the attributes of the key. The certificate and the key have no
  /// attribute in common.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    certificate.attributes(for: operation) + key.attributes(for: operation)
  }

  /// An identity has no data of its own.
  func data() -> [UInt8] { [] }

  var searchedData: [UInt8]? { nil }
}
