import X509Certificates

/// The parts of a certificate as C structures. The object owns the memory of the structures.
///
/// `@unchecked Sendable` is safe: the class is final, and its properties are constants. The initializer writes the
/// memory to which the properties point. This memory never changes afterwards.
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

  // The conversions to `UInt32` cannot fail, because the length of a parsed DER value has at most four bytes.
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

/// Owns memory for C values. Each value keeps its address as long as the object exists.
final class StructureMemory {
  private var places: [UnsafeMutableRawPointer] = []

  deinit {
    for place in places { place.deallocate() }
  }

  /// Stores one value. The type is bitwise copyable, so the memory can be freed without destroying the value.
  func store<Value: BitwiseCopyable>(_ value: Value) -> UnsafePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    places.append(UnsafeMutableRawPointer(place))
    return UnsafePointer(place)
  }

  /// Stores an array of values. Returns nil if the array is empty.
  func store<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value>? {
    guard !values.isEmpty else { return nil }
    let place = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    _ = UnsafeMutableBufferPointer(start: place, count: values.count).initialize(from: values)
    places.append(UnsafeMutableRawPointer(place))
    return place
  }

  /// Stores bytes, and returns the buffer that describes them.
  func store(_ bytes: [UInt8]) -> CSSM_DATA {
    CSSM_DATA(Length: bytes.count, Data: store(bytes))
  }
}
