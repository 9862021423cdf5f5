// Made by scripts/names from Tables/names.txt.

// The flags of revocation (keys-and-certificates 4.4).

/// Ask by OCSP. Without this and the next flag every way is taken.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1

/// Ask by revocation lists.
public let kSecRevocationCRLMethod: CFOptionFlags = 2

/// Lists rather than OCSP.
public let kSecRevocationPreferCRL: CFOptionFlags = 4

/// A certificate of which nothing is known fails.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8

/// Nothing is asked of the network, nor are issuers fetched.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16

/// Any method.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3
