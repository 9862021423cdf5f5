// Made by scripts/names from Tables/names.txt.

public import Foundation

// Purposes in the extension `kSecOIDExtendedKeyUsage`, and other identifiers in certificates (RFC
// 5280, 4556, 4945 and 4985; Microsoft and Netscape).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The certificate serves any purpose. Raw value `2.5.29.37.0`.
nonisolated(unsafe) public let kSecOIDExtendedKeyUsageAny: CFString = "2.5.29.37.0"

/// The certificate serves TLS servers. Raw value `1.3.6.1.5.5.7.3.1`.
nonisolated(unsafe) public let kSecOIDServerAuth: CFString = "1.3.6.1.5.5.7.3.1"

/// The certificate serves TLS clients. Raw value `1.3.6.1.5.5.7.3.2`.
nonisolated(unsafe) public let kSecOIDClientAuth: CFString = "1.3.6.1.5.5.7.3.2"

/// The certificate serves signed code. Raw value `1.3.6.1.5.5.7.3.3`.
nonisolated(unsafe) public let kSecOIDExtendedUseCodeSigning: CFString = "1.3.6.1.5.5.7.3.3"

/// The certificate serves mail. Raw value `1.3.6.1.5.5.7.3.4`.
nonisolated(unsafe) public let kSecOIDEmailProtection: CFString = "1.3.6.1.5.5.7.3.4"

/// The certificate serves time stamps. Raw value `1.3.6.1.5.5.7.3.8`.
nonisolated(unsafe) public let kSecOIDTimeStamping: CFString = "1.3.6.1.5.5.7.3.8"

/// The certificate serves signed answers about revocation (OCSP). Raw value `1.3.6.1.5.5.7.3.9`.
nonisolated(unsafe) public let kSecOIDOCSPSigning: CFString = "1.3.6.1.5.5.7.3.9"

/// The certificate serves Internet Key Exchange. Raw value `1.3.6.1.5.5.8.2.2`.
nonisolated(unsafe) public let kSecOIDEKU_IPSec: CFString = "1.3.6.1.5.5.8.2.2"

/// The certificate serves Kerberos clients. Raw value `1.3.6.1.5.2.3.4`.
nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH: CFString = "1.3.6.1.5.2.3.4"

/// The certificate serves Kerberos servers. Raw value `1.3.6.1.5.2.3.5`.
nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_KDC: CFString = "1.3.6.1.5.2.3.5"

/// The certificate serves TLS servers. This is an old identifier of Microsoft. Raw value
/// `1.3.6.1.4.1.311.10.3.3`.
nonisolated(unsafe) public let kSecOIDMicrosoftSGC: CFString = "1.3.6.1.4.1.311.10.3.3"

/// The certificate serves TLS servers. This is an old identifier of Netscape. Raw value
/// `2.16.840.1.113730.4.1`.
nonisolated(unsafe) public let kSecOIDNetscapeSGC: CFString = "2.16.840.1.113730.4.1"

/// A sequence of certificates in Netscape's form. Raw value `2.16.840.1.113730.2.5`.
nonisolated(unsafe) public let kSecOIDNetscapeCertSequence: CFString = "2.16.840.1.113730.2.5"

/// The name of a Windows account in the subject alternative name. Raw value
/// `1.3.6.1.4.1.311.20.2.3`.
nonisolated(unsafe) public let kSecOIDMS_NTPrincipalName: CFString = "1.3.6.1.4.1.311.20.2.3"

/// The name of a service in the subject alternative name. Raw value `1.3.6.1.5.5.7.8.7`.
nonisolated(unsafe) public let kSecOIDSRVName: CFString = "1.3.6.1.5.5.7.8.7"
