// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys that narrow a search beyond equal attributes, and the values of `kSecMatchLimit`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// Find certificates and identities that verify under a policy. A `SecPolicy`. Raw value
/// `m_Policy`.
nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"

/// Find only among these items. An array of references, all of one type. Raw value `m_ItemList`.
nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"

/// Search only these keychains. An array of keychains. Raw value `m_SearchList`.
nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"

/// Find certificates and identities whose chain contains one of these issuers. An array of X.500
/// names in DER form. Raw value `m_Issuers`.
nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"

/// Find certificates and identities that contain this e-mail address or none at all. A string. Raw
/// value `m_EmailAddressIfPresent`.
nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"

/// Find certificates and identities whose subject contains this. A string. Raw value
/// `m_SubjectContains`.
nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"

/// Find passwords for this host or for a domain below it. A string. Raw value
/// `m_HostOrSubdomainOfHost`.
nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"

/// Whether strings are matched without regard to case; absent means no. A Boolean. Raw value
/// `m_CaseInsensitive`.
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"

/// Whether only certificates that lead to a trusted anchor are found; absent means no. A Boolean.
/// Raw value `m_TrustedOnly`.
nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"

/// Find keys, certificates and identities valid at this moment. A date, or null for now. Raw value
/// `m_ValidOnDate`.
nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"

/// How many items to find at most; absent means one in a search. A number, `kSecMatchLimitOne` or
/// `kSecMatchLimitAll`. Raw value `m_Limit`.
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"

/// Find one item, and return it by itself. Value of `kSecMatchLimit`. Raw value `m_LimitOne`.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"

/// Find every item, and return an array. Value of `kSecMatchLimit`. Raw value `m_LimitAll`.
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"

/// Find certificates and identities whose subject begins with this. A string. Raw value
/// `m_SubjectStartsWith`.
nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"

/// Find certificates and identities whose subject ends with this. A string. Raw value
/// `m_SubjectEndsWith`.
nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"

/// Find certificates and identities whose subject is exactly this. A string. Raw value
/// `m_SubjectWholeString`.
nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"

/// Whether strings are matched without regard to accents; absent means no. A Boolean. Raw value
/// `m_DiacriticInsensitive`.
nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"

/// Whether full-width and half-width characters match each other; absent means no. A Boolean. Raw
/// value `m_WidthInsensitive`.
nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
