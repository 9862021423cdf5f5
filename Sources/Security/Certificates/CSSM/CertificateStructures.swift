import X509Certificates

/// The parts of a certificate as C structures, with the memory that holds them.
///
/// `@unchecked Sendable` is safe: the class is final, and its properties are constants. The memory that they point at
/// is written in the initializer and never changes afterwards.
final class CertificateStructures: @unchecked Sendable {
  /// The DER of the certificate.
  let data: CSSM_DATA
  let subject: UnsafePointer<CSSM_X509_NAME>
  let issuer: UnsafePointer<CSSM_X509_NAME>
  /// The signature algorithm.
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

  // The conversions to `UInt32` cannot fail: a DER length has at most four bytes here.
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
