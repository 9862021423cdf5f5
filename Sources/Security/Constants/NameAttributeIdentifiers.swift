// Made by scripts/names from Tables/names.txt.

public import Foundation

// Attributes of names (X.520; RFC 3671, 4519 and 2985).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The common name of a person or a thing. Raw value `2.5.4.3`.
nonisolated(unsafe) public let kSecOIDCommonName: CFString = "2.5.4.3"

/// The family name. Raw value `2.5.4.4`.
nonisolated(unsafe) public let kSecOIDSurname: CFString = "2.5.4.4"

/// The serial number of a device or a person. The serial number of a certificate is
/// `kSecOIDX509V1SerialNumber`. Raw value `2.5.4.5`.
nonisolated(unsafe) public let kSecOIDSerialNumber: CFString = "2.5.4.5"

/// The two-letter code of the country. Raw value `2.5.4.6`.
nonisolated(unsafe) public let kSecOIDCountryName: CFString = "2.5.4.6"

/// The town. Raw value `2.5.4.7`.
nonisolated(unsafe) public let kSecOIDLocalityName: CFString = "2.5.4.7"

/// The state or province. Raw value `2.5.4.8`.
nonisolated(unsafe) public let kSecOIDStateProvinceName: CFString = "2.5.4.8"

/// The state or province of a group. Raw value `2.5.4.8.1`.
nonisolated(unsafe) public let kSecOIDCollectiveStateProvinceName: CFString = "2.5.4.8.1"

/// The street. Raw value `2.5.4.9`.
nonisolated(unsafe) public let kSecOIDStreetAddress: CFString = "2.5.4.9"

/// The street of a group. Raw value `2.5.4.9.1`.
nonisolated(unsafe) public let kSecOIDCollectiveStreetAddress: CFString = "2.5.4.9.1"

/// The organization. Raw value `2.5.4.10`.
nonisolated(unsafe) public let kSecOIDOrganizationName: CFString = "2.5.4.10"

/// The unit of the organization. Raw value `2.5.4.11`.
nonisolated(unsafe) public let kSecOIDOrganizationalUnitName: CFString = "2.5.4.11"

/// The position of a person in the organization. Raw value `2.5.4.12`.
nonisolated(unsafe) public let kSecOIDTitle: CFString = "2.5.4.12"

/// The description of a person or a thing. Raw value `2.5.4.13`.
nonisolated(unsafe) public let kSecOIDDescription: CFString = "2.5.4.13"

/// The given name. Raw value `2.5.4.42`.
nonisolated(unsafe) public let kSecOIDGivenName: CFString = "2.5.4.42"

/// The e-mail address in a name. Raw value `1.2.840.113549.1.9.1`.
nonisolated(unsafe) public let kSecOIDEmailAddress: CFString = "1.2.840.113549.1.9.1"
