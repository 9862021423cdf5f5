import Foundation
import KeychainModel
import X509Certificates

/// A certificate in the place of a reference to an item.
struct CertificateReference: ReferencedObject {
  let certificate: Certificate
  private let derived: [(name: AttributeName, value: PropertyValue)]

  /// - Throws: What reading the certificate throws.
  init(_ certificate: Certificate) throws(KeychainError) {
    self.certificate = certificate
    derived = try certificate.itemAttributes().entries.map { ($0.name, PropertyValue($0.value)) }
  }

  /// The certificate that the data of a new item are; nil when they are none.
  init?(data: PropertyValue?) throws(KeychainError) {
    guard case .data(let der) = data, let certificate = try? Certificate(der: der) else {
      return nil
    }
    try self.init(certificate)
  }

  var itemClass: ItemClass { .certificate }

  var data: [UInt8] { certificate.der }

  var searchedData: [UInt8]? { nil }

  /// A new item is labelled with what stands for the certificate in a list.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    guard operation == .add, let summary = certificate.subjectSummary else { return derived }
    return derived + [(.label, .string(summary))]
  }

  /// What the certificate says of itself alone, as data without an object have it: no label is inferred
  /// from them (keys-and-certificates 2.5).
  var unlabelled: [(name: AttributeName, value: PropertyValue)] { derived }
}

extension PropertyValue {
  /// The value of an attribute as a dictionary would hold it.
  init(_ value: AttributeValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .data(let bytes): self = .data(bytes)
    case .number(let number): self = .number(number)
    case .date(let date): self = .date(date)
    }
  }
}
