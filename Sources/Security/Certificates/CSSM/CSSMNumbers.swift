// Numbers that the certificate functions take and return. Their names are from the Open Group's standard "Common
// Security: CDSA and CSSM" (parts "Certificate Library Services API" and "Common API"). Only the numbers for X.509 are
// here, because no other certificates are supported.

/// A number of bytes.
public typealias CSSM_SIZE = Int

/// The tag of a value in BER: the first byte of its header.
public typealias CSSM_BER_TAG = UInt8

/// A handle to a certificate library. No certificate library exists here.
public typealias CSSM_CL_HANDLE = Int

/// The type of a certificate.
public typealias CSSM_CERT_TYPE = UInt32

/// The type of the certificate is unknown.
public let CSSM_CERT_UNKNOWN: CSSM_CERT_TYPE = 0

/// X.509, version 1.
public let CSSM_CERT_X_509v1: CSSM_CERT_TYPE = 1

/// X.509, version 2.
public let CSSM_CERT_X_509v2: CSSM_CERT_TYPE = 2

/// X.509, version 3.
public let CSSM_CERT_X_509v3: CSSM_CERT_TYPE = 3

/// The encoding of a certificate.
public typealias CSSM_CERT_ENCODING = UInt32

/// The encoding of the certificate is unknown.
public let CSSM_CERT_ENCODING_UNKNOWN: CSSM_CERT_ENCODING = 0

/// An encoding that no standard describes.
public let CSSM_CERT_ENCODING_CUSTOM: CSSM_CERT_ENCODING = 1

/// BER.
public let CSSM_CERT_ENCODING_BER: CSSM_CERT_ENCODING = 2

/// DER.
public let CSSM_CERT_ENCODING_DER: CSSM_CERT_ENCODING = 3
