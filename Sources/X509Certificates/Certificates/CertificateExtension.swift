/// An extension of a certificate.
struct CertificateExtension: Sendable {
  let identifier: [UInt8]
  let isCritical: Bool
  /// What the octet string holds.
  let value: [UInt8]
  /// All of it.
  let der: [UInt8]
}
