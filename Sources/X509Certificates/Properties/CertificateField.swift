/// The parts of a certificate other than its extensions, with the object identifiers of CDSA (The Open Group,
/// Common Security: CDSA and CSSM, "OIDs for X.509 Certificate Library Modules").
package enum CertificateField: String, Sendable, CaseIterable {
  case version = "2.16.840.1.113741.2.1.1.1.2"
  case serialNumber = "2.16.840.1.113741.2.1.1.1.3"
  case issuer = "2.16.840.1.113741.2.1.1.1.5"
  case notValidBefore = "2.16.840.1.113741.2.1.1.1.6"
  case notValidAfter = "2.16.840.1.113741.2.1.1.1.7"
  case subject = "2.16.840.1.113741.2.1.1.1.8"
  case publicKeyAlgorithm = "2.16.840.1.113741.2.1.1.1.9"
  case publicKey = "2.16.840.1.113741.2.1.1.1.10"
  case signatureAlgorithm = "2.16.840.1.113741.2.1.3.2.1"
  case signature = "2.16.840.1.113741.2.1.3.2.2"
}
