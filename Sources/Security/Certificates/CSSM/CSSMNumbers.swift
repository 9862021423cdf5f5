// The numbers that functions of certificates take and give, under their names in the Open Group's standard
// (Common Security: CDSA and CSSM, "Certificate Library Services API" and "Common API"). Those of X.509 are
// here, because there are no other certificates.

/// The number of bytes.
public typealias CSSM_SIZE = Int

/// The tag of a value in BER: the first byte of its header.
public typealias CSSM_BER_TAG = UInt8

/// A certificate library. There is none.
public typealias CSSM_CL_HANDLE = Int

/// What kind of certificate it is.
public typealias CSSM_CERT_TYPE = UInt32

/// It is not known of what kind the certificate is.
public let CSSM_CERT_UNKNOWN: CSSM_CERT_TYPE = 0

/// X.509, version 1.
public let CSSM_CERT_X_509v1: CSSM_CERT_TYPE = 1

/// X.509, version 2.
public let CSSM_CERT_X_509v2: CSSM_CERT_TYPE = 2

/// X.509, version 3.
public let CSSM_CERT_X_509v3: CSSM_CERT_TYPE = 3

/// How a certificate is written.
public typealias CSSM_CERT_ENCODING = UInt32

/// It is not known how the certificate is written.
public let CSSM_CERT_ENCODING_UNKNOWN: CSSM_CERT_ENCODING = 0

/// In a way that no standard describes.
public let CSSM_CERT_ENCODING_CUSTOM: CSSM_CERT_ENCODING = 1

/// In BER.
public let CSSM_CERT_ENCODING_BER: CSSM_CERT_ENCODING = 2

/// In DER.
public let CSSM_CERT_ENCODING_DER: CSSM_CERT_ENCODING = 3
