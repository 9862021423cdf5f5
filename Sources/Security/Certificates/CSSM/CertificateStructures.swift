import X509Certificates

/// What a certificate says in structures of C, and the memory that they lie in.
///
/// `@unchecked Sendable` holds because the class is final, its properties are constants, and what they point at is
/// written before the object is given to anybody, and by nobody afterwards.
final class CertificateStructures: @unchecked Sendable {
  /// The certificate's own bytes.
  let data: CSSM_DATA
  let subject: UnsafePointer<CSSM_X509_NAME>
  let issuer: UnsafePointer<CSSM_X509_NAME>
  /// That of the signature.
  let algorithm: UnsafePointer<CSSM_X509_ALGORITHM_IDENTIFIER>
  private let memory: StructureMemory

  init(_ certificate: Certificate) {
    let memory = StructureMemory()
    self.memory = memory
    data = memory.store(certificate.der)
    subject = memory.store(Self.name(certificate.subject, in: memory))
    issuer = memory.store(Self.name(certificate.issuer, in: memory))
    algorithm = memory.store(
      CSSM_X509_ALGORITHM_IDENTIFIER(
        algorithm: memory.store(certificate.signatureAlgorithm),
        parameters: memory.store(certificate.signatureParameters)))
  }

  // Counts fit: four bytes give the length of what is counted.
  private static func name(
    _ name: DistinguishedName, in memory: StructureMemory
  ) -> CSSM_X509_NAME {
    let sets = name.sets.map { set in
      CSSM_X509_RDN(
        numberOfPairs: UInt32(set.count),
        AttributeTypeAndValue: memory.store(set.map { pair($0, in: memory) }))
    }
    return CSSM_X509_NAME(
      numberOfRDNs: UInt32(sets.count), RelativeDistinguishedName: memory.store(sets))
  }

  private static func pair(
    _ element: DistinguishedName.Element, in memory: StructureMemory
  ) -> CSSM_X509_TYPE_VALUE_PAIR {
    CSSM_X509_TYPE_VALUE_PAIR(
      type: memory.store(element.type), valueType: element.tag, value: memory.store(element.value))
  }
}
