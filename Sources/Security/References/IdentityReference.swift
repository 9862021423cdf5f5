import KeychainModel

/// An identity in the place of a reference to an item: its certificate and its key.
struct IdentityReference: ReferencedObject {
  let certificate: CertificateReference
  let key: KeyReference

  /// - Throws: What reading the halves throws.
  init(_ identity: SecIdentity) throws(KeychainError) {
    certificate = try CertificateReference(identity.certificate.certificate)
    key = try KeyReference(identity.privateKey)
  }

  var itemClass: ItemClass { .identity }

  /// What both halves say of themselves: no attribute is of both.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    certificate.attributes(for: operation) + key.attributes(for: operation)
  }

  /// An identity holds nothing by itself.
  var data: [UInt8] { [] }

  var searchedData: [UInt8]? { nil }
}
