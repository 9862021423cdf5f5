// Made by scripts/names from Tables/names.txt.

public import Foundation

// This file declares the keys of the dictionary that `SecTrustCopyResult` returns (specification:
// keys-and-certificates 4.3). Latchkey does not evaluate extended validation, transparency or
// qualified certificates.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The time of the evaluation. The value is a date.
nonisolated(unsafe) public let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate"

/// The result of the evaluation. The value is the number of a `SecTrustResultType`.
nonisolated(unsafe) public let kSecTrustResultValue: CFString = "TrustResultValue"

/// The names of the failed checks. The value is an array with a dictionary for each certificate of
/// the chain.
nonisolated(unsafe) public let kSecTrustResultDetails: CFString = "TrustResultDetails"

/// Whether every certificate of the chain is known to be unrevoked. The value is a Boolean. The
/// result contains this key if the evaluation checked revocation.
nonisolated(unsafe) public let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked"

/// The reason for the revocation of a certificate (RFC 5280, 5.3.1). The number 0 means that the
/// issuer gave no reason. The result contains this key if a certificate is revoked.
nonisolated(unsafe) public let kSecTrustRevocationReason: CFString = "TrustRevocationReason"

/// The time until which the answers about revocation are valid. The value is a date. The result
/// contains this key if an answer states such a time.
nonisolated(unsafe) public let kSecTrustRevocationValidUntilDate: CFString = "TrustExpirationDate"

/// Whether a certificate has extended validation. The result never contains this key.
nonisolated(unsafe) public let kSecTrustExtendedValidation: CFString = "TrustExtendedValidation"

/// The organization of a certificate with extended validation. The result never contains this key.
nonisolated(unsafe) public let kSecTrustOrganizationName: CFString = "Organization"

/// Whether a public log contains the certificate. The result never contains this key.
nonisolated(unsafe) public let kSecTrustCertificateTransparency: CFString =
  "TrustCertificateTransparency"

/// Whether a certificate is exempt from public logs. The result never contains this key.
nonisolated(unsafe) public let kSecTrustCertificateTransparencyWhiteList: CFString =
  "TrustCertificateTransparencyWhiteList"

/// The statements of a qualified certificate. The result never contains this key.
nonisolated(unsafe) public let kSecTrustQCStatements: CFString = "TrustQCStatements"

/// Whether a certificate is a qualified certificate for a web site. The result never contains this
/// key.
nonisolated(unsafe) public let kSecTrustQWACValidation: CFString = "TrustQWACValidation"
