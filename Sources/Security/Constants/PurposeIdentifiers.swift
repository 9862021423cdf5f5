// Made by scripts/names from Tables/names.txt.

public import Foundation

// Purposes that `kSecOIDExtendedKeyUsage` names, and other things that certificates name (RFC 5280,
// 4556, 4945 and 4985; Microsoft and Netscape).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// Any purpose. Raw value `2.5.29.37.0`.
nonisolated(unsafe) public let kSecOIDExtendedKeyUsageAny: CFString = "2.5.29.37.0"

/// Servers of TLS. Raw value `1.3.6.1.5.5.7.3.1`.
nonisolated(unsafe) public let kSecOIDServerAuth: CFString = "1.3.6.1.5.5.7.3.1"

/// Clients of TLS. Raw value `1.3.6.1.5.5.7.3.2`.
nonisolated(unsafe) public let kSecOIDClientAuth: CFString = "1.3.6.1.5.5.7.3.2"

/// Signed code. Raw value `1.3.6.1.5.5.7.3.3`.
nonisolated(unsafe) public let kSecOIDExtendedUseCodeSigning: CFString = "1.3.6.1.5.5.7.3.3"

/// Mail. Raw value `1.3.6.1.5.5.7.3.4`.
nonisolated(unsafe) public let kSecOIDEmailProtection: CFString = "1.3.6.1.5.5.7.3.4"

/// Time stamps. Raw value `1.3.6.1.5.5.7.3.8`.
nonisolated(unsafe) public let kSecOIDTimeStamping: CFString = "1.3.6.1.5.5.7.3.8"

/// Answers about revocation. Raw value `1.3.6.1.5.5.7.3.9`.
nonisolated(unsafe) public let kSecOIDOCSPSigning: CFString = "1.3.6.1.5.5.7.3.9"

/// Internet Key Exchange. Raw value `1.3.6.1.5.5.8.2.2`.
nonisolated(unsafe) public let kSecOIDEKU_IPSec: CFString = "1.3.6.1.5.5.8.2.2"

/// Clients of Kerberos. Raw value `1.3.6.1.5.2.3.4`.
nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH: CFString = "1.3.6.1.5.2.3.4"

/// Servers of Kerberos. Raw value `1.3.6.1.5.2.3.5`.
nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_KDC: CFString = "1.3.6.1.5.2.3.5"

/// Servers of TLS, as Microsoft once had it. Raw value `1.3.6.1.4.1.311.10.3.3`.
nonisolated(unsafe) public let kSecOIDMicrosoftSGC: CFString = "1.3.6.1.4.1.311.10.3.3"

/// Servers of TLS, as Netscape once had it. Raw value `2.16.840.1.113730.4.1`.
nonisolated(unsafe) public let kSecOIDNetscapeSGC: CFString = "2.16.840.1.113730.4.1"

/// A sequence of certificates, as Netscape had it. Raw value `2.16.840.1.113730.2.5`.
nonisolated(unsafe) public let kSecOIDNetscapeCertSequence: CFString = "2.16.840.1.113730.2.5"

/// The name of a Windows account, among the alternative names. Raw value `1.3.6.1.4.1.311.20.2.3`.
nonisolated(unsafe) public let kSecOIDMS_NTPrincipalName: CFString = "1.3.6.1.4.1.311.20.2.3"

/// The name of a service, among the alternative names. Raw value `1.3.6.1.5.5.7.8.7`.
nonisolated(unsafe) public let kSecOIDSRVName: CFString = "1.3.6.1.5.5.7.8.7"
