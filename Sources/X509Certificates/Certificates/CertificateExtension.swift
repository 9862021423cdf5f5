/// An extension of a certificate.
struct CertificateExtension: Sendable {
  let identifier: [UInt8]
  let isCritical: Bool
  /// The content of the extension's octet string.
  let value: [UInt8]
  /// The encoded extension.
  let der: [UInt8]
}
