// This file declares numbers that the certificate functions take and return. The names are from the Open Group's
// standard "Common Security: CDSA and CSSM" (parts "Certificate Library Services API" and "Common API"). The file
// declares only the numbers for X.509, because Latchkey supports no other certificates.

/// A number of bytes.
public typealias CSSM_SIZE = Int

/// The tag of a value in BER: the first byte of its header.
public typealias CSSM_BER_TAG = UInt8

/// A handle to a certificate library. Latchkey has no certificate library.
public typealias CSSM_CL_HANDLE = Int

/// The type of a certificate.
public typealias CSSM_CERT_TYPE = UInt32

/// The type of the certificate is unknown.
public let CSSM_CERT_UNKNOWN: CSSM_CERT_TYPE = 0

/// The certificate is an X.509 certificate of version 1.
public let CSSM_CERT_X_509v1: CSSM_CERT_TYPE = 1

/// The certificate is an X.509 certificate of version 2.
public let CSSM_CERT_X_509v2: CSSM_CERT_TYPE = 2

/// The certificate is an X.509 certificate of version 3.
public let CSSM_CERT_X_509v3: CSSM_CERT_TYPE = 3

/// The encoding of a certificate.
public typealias CSSM_CERT_ENCODING = UInt32

/// The encoding of the certificate is unknown.
public let CSSM_CERT_ENCODING_UNKNOWN: CSSM_CERT_ENCODING = 0

/// The certificate has an encoding that no standard describes.
public let CSSM_CERT_ENCODING_CUSTOM: CSSM_CERT_ENCODING = 1

/// BER.
public let CSSM_CERT_ENCODING_BER: CSSM_CERT_ENCODING = 2

/// DER.
public let CSSM_CERT_ENCODING_DER: CSSM_CERT_ENCODING = 3

/// A buffer: an address and a length.
///
/// This structure and the other structures in this folder have the memory layout of C, because programs in C read the
/// structures directly.
public struct CSSM_DATA: BitwiseCopyable {
  /// The number of bytes.
  public var Length: CSSM_SIZE
  /// The address of the first byte; nil if there are no bytes.
  public var Data: UnsafeMutablePointer<UInt8>!

  /// Makes an empty buffer: no bytes.
  public init() { self.init(Length: 0, Data: nil) }

  /// Makes a buffer from a length and an address.
  public init(Length: CSSM_SIZE, Data: UnsafeMutablePointer<UInt8>!) {
    self.Length = Length
    self.Data = Data
  }
}

/// A pointer to a buffer.
public typealias CSSM_DATA_PTR = UnsafeMutablePointer<CSSM_DATA>

/// An object identifier: the content octets of its DER encoding.
public typealias CSSM_OID = CSSM_DATA

/// An algorithm with its parameters.
public struct CSSM_X509_ALGORITHM_IDENTIFIER: BitwiseCopyable {
  /// The object identifier of the algorithm.
  public var algorithm: CSSM_OID
  /// The DER of the parameters; empty if the algorithm has no parameters.
  public var parameters: CSSM_DATA

  /// Makes a structure whose parts are empty.
  public init() { self.init(algorithm: CSSM_OID(), parameters: CSSM_DATA()) }

  /// Makes a structure from its parts.
  public init(algorithm: CSSM_OID, parameters: CSSM_DATA) {
    self.algorithm = algorithm
    self.parameters = parameters
  }
}

/// An attribute of a name.
public struct CSSM_X509_TYPE_VALUE_PAIR: BitwiseCopyable {
  /// The object identifier of the attribute.
  public var type: CSSM_OID
  /// The BER tag of the value. The tag identifies the string type.
  public var valueType: CSSM_BER_TAG
  /// The content octets of the value, without tag and length.
  public var value: CSSM_DATA

  /// Makes an attribute whose parts are empty.
  public init() { self.init(type: CSSM_OID(), valueType: 0, value: CSSM_DATA()) }

  /// Makes an attribute from its parts.
  public init(type: CSSM_OID, valueType: CSSM_BER_TAG, value: CSSM_DATA) {
    self.type = type
    self.valueType = valueType
    self.value = value
  }
}

/// A RelativeDistinguishedName of X.501: a set of attributes. Most sets have one attribute.
public struct CSSM_X509_RDN: BitwiseCopyable {
  /// The number of attributes.
  public var numberOfPairs: UInt32
  /// An array of the attributes.
  public var AttributeTypeAndValue: UnsafeMutablePointer<CSSM_X509_TYPE_VALUE_PAIR>!

  /// Makes an empty set.
  public init() { self.init(numberOfPairs: 0, AttributeTypeAndValue: nil) }

  /// Makes a set from its parts.
  public init(
    numberOfPairs: UInt32, AttributeTypeAndValue: UnsafeMutablePointer<CSSM_X509_TYPE_VALUE_PAIR>!
  ) {
    self.numberOfPairs = numberOfPairs
    self.AttributeTypeAndValue = AttributeTypeAndValue
  }
}

/// The name of a subject or an issuer.
public struct CSSM_X509_NAME: BitwiseCopyable {
  /// The number of relative distinguished names.
  public var numberOfRDNs: UInt32
  /// An array of the relative distinguished names; nil if the name is empty.
  public var RelativeDistinguishedName: UnsafeMutablePointer<CSSM_X509_RDN>!

  /// Makes an empty name.
  public init() { self.init(numberOfRDNs: 0, RelativeDistinguishedName: nil) }

  /// Makes a name from its parts.
  public init(numberOfRDNs: UInt32, RelativeDistinguishedName: UnsafeMutablePointer<CSSM_X509_RDN>!) {
    self.numberOfRDNs = numberOfRDNs
    self.RelativeDistinguishedName = RelativeDistinguishedName
  }
}
