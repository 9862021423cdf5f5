// Made by scripts/names from Tables/names.txt.

// Statuses of the TLS family that key operations and trust evaluation return.

/// A cryptographic step failed: usually a signature that does not match.
public let errSSLCrypto: OSStatus = -9809

/// The certificate does not match the pinned keys.
public let errSSLATSCertificateTrustViolation: OSStatus = -9886
