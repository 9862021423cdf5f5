// Made by scripts/names from Tables/names.txt.

public import Foundation

// The keys of `SecTrustCopyResult` (keys-and-certificates 4.3). Nothing here judges extended
// validation, transparency or qualified certificates.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// When the judgement was made: a date.
nonisolated(unsafe) public let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate"

/// A `SecTrustResultType` as a number.
nonisolated(unsafe) public let kSecTrustResultValue: CFString = "TrustResultValue"

/// An array with a dictionary for each certificate of the chain: the names of the checks that
/// failed.
nonisolated(unsafe) public let kSecTrustResultDetails: CFString = "TrustResultDetails"

/// Whether every certificate is known not to be revoked: there when revocation was looked for.
nonisolated(unsafe) public let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked"

/// Why a certificate was revoked (RFC 5280, 5.3.1; 0 for no reason given): there when one was.
nonisolated(unsafe) public let kSecTrustRevocationReason: CFString = "TrustRevocationReason"

/// Until when it is known that none was revoked: a date, there when an answer says so.
nonisolated(unsafe) public let kSecTrustRevocationValidUntilDate: CFString = "TrustExpirationDate"

/// Whether a certificate is one of extended validation. Never there.
nonisolated(unsafe) public let kSecTrustExtendedValidation: CFString = "TrustExtendedValidation"

/// The organization of a certificate of extended validation. Never there.
nonisolated(unsafe) public let kSecTrustOrganizationName: CFString = "Organization"

/// Whether a certificate was logged publicly. Never there.
nonisolated(unsafe) public let kSecTrustCertificateTransparency: CFString =
  "TrustCertificateTransparency"

/// Whether a certificate was exempt from that. Never there.
nonisolated(unsafe) public let kSecTrustCertificateTransparencyWhiteList: CFString =
  "TrustCertificateTransparencyWhiteList"

/// The statements of a qualified certificate. Never there.
nonisolated(unsafe) public let kSecTrustQCStatements: CFString = "TrustQCStatements"

/// Whether a certificate is a qualified one for a web site. Never there.
nonisolated(unsafe) public let kSecTrustQWACValidation: CFString = "TrustQWACValidation"
