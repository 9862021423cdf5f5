import Foundation
import KeychainModel
import X509Certificates

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

  var data: [UInt8] { certificate.der }

  var searchedData: [UInt8]? { nil }

  /// A new item also gets a label, the subject summary of the certificate.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    guard operation == .add, let summary = certificate.subjectSummary else { return derived }
    return derived + [(.label, .string(summary))]
  }

  /// The attributes of a certificate that is given only as data. They do not include a label (keys-and-certificates
  /// 2.5).
  var unlabelled: [(name: AttributeName, value: PropertyValue)] { derived }
}

extension PropertyValue {
  /// Converts the value of an attribute to the value that a dictionary holds.
  init(_ value: AttributeValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .data(let bytes): self = .data(bytes)
    case .number(let number): self = .number(number)
    case .date(let date): self = .date(date)
    }
  }
}
