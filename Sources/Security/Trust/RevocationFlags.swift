// Made by scripts/names from Tables/names.txt.

// The revocation flags (specification: keys-and-certificates 4.4).

/// The revocation check uses OCSP. Without this flag and `kSecRevocationCRLMethod`, the check uses
/// every method.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1

/// The revocation check uses revocation lists.
public let kSecRevocationCRLMethod: CFOptionFlags = 2

/// The revocation check prefers revocation lists to OCSP.
public let kSecRevocationPreferCRL: CFOptionFlags = 4

/// A certificate with an unknown revocation status fails the check.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8

/// The evaluation uses no network. It does not fetch issuers either.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16

/// The revocation check uses any method: OCSP or revocation lists.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3
