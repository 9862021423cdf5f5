import KeychainModel

/// An identity that a dictionary uses as a reference to items: its certificate and its key.
struct IdentityReference: ReferencedObject {
  let certificate: CertificateReference
  let key: KeyReference

  /// - Throws: An error if the certificate or the key cannot be read.
  init(_ identity: SecIdentity) throws(KeychainError) {
    certificate = try CertificateReference(identity.certificate.certificate)
    key = try KeyReference(identity.privateKey)
  }

  var itemClass: ItemClass { .identity }

  /// The attributes of both halves. No attribute occurs in both.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    certificate.attributes(for: operation) + key.attributes(for: operation)
  }

  /// An identity has no data of its own.
  var data: [UInt8] { [] }

  var searchedData: [UInt8]? { nil }
}
