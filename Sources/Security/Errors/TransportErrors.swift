// Made by scripts/names from Tables/names.txt.

// This file declares statuses of TLS. Key operations and trust evaluations return these statuses.

/// A cryptographic operation failed. The usual reason is a signature that does not match the data.
public let errSSLCrypto: OSStatus = -9809

/// The certificate does not match the pinned keys.
public let errSSLATSCertificateTrustViolation: OSStatus = -9886
