// Made by scripts/names from Tables/names.txt.

// This file declares the revocation flags (specification: keys-and-certificates 4.4).

/// The revocation check uses OCSP. If neither this flag nor `kSecRevocationCRLMethod` is set, the
/// check uses every method.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1

/// The revocation check uses revocation lists.
public let kSecRevocationCRLMethod: CFOptionFlags = 2

/// The revocation check prefers revocation lists to OCSP.
public let kSecRevocationPreferCRL: CFOptionFlags = 4

/// A certificate with an unknown revocation status fails the check.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8

/// The evaluation does not use the network, neither for the revocation check nor to fetch issuers.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16

/// The revocation check uses any method: OCSP or revocation lists.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3
