// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys for the conditions of a search other than attributes, and the values of `kSecMatchLimit`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The search finds certificates and identities that pass the evaluation of this policy. The value
/// is a `SecPolicy`. Raw value `m_Policy`.
nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"

/// The search finds only items of this list. The value is an array of references, all of one type.
/// Raw value `m_ItemList`.
nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"

/// The search covers only these keychains. The value is an array of keychains. Raw value
/// `m_SearchList`.
nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"

/// The search finds certificates and identities whose chain contains one of these issuers. The
/// value is an array of X.500 names in DER form. Raw value `m_Issuers`.
nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"

/// The search finds certificates and identities with this e-mail address, and certificates and
/// identities with no e-mail address. The value is a string. Raw value `m_EmailAddressIfPresent`.
nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"

/// The search finds certificates and identities whose subject contains this string. The value is a
/// string. Raw value `m_SubjectContains`.
nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"

/// The search finds passwords for this host or for a subdomain of it. The value is a string. Raw
/// value `m_HostOrSubdomainOfHost`.
nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"

/// Whether the search ignores the case of strings. The value is a Boolean. The default is false.
/// Raw value `m_CaseInsensitive`.
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"

/// Whether the search finds only certificates with a chain to a trusted anchor. The value is a
/// Boolean. The default is false. Raw value `m_TrustedOnly`.
nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"

/// The search finds keys, certificates and identities that are valid at this time. The value is a
/// date, or null for the present time. Raw value `m_ValidOnDate`.
nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"

/// The greatest number of items that a call finds. The value is a number, `kSecMatchLimitOne` or
/// `kSecMatchLimitAll`. The default in a search is one. Raw value `m_Limit`.
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"

/// The search finds one item. The result is the item itself. A value of `kSecMatchLimit`. Raw value
/// `m_LimitOne`.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"

/// The search finds every matching item. The result is an array. A value of `kSecMatchLimit`. Raw
/// value `m_LimitAll`.
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"

/// The search finds certificates and identities whose subject begins with this string. The value is
/// a string. Raw value `m_SubjectStartsWith`.
nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"

/// The search finds certificates and identities whose subject ends with this string. The value is a
/// string. Raw value `m_SubjectEndsWith`.
nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"

/// The search finds certificates and identities whose subject equals this string. The value is a
/// string. Raw value `m_SubjectWholeString`.
nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"

/// Whether the search ignores the accents of strings. The value is a Boolean. The default is false.
/// Raw value `m_DiacriticInsensitive`.
nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"

/// Whether a full-width character matches the same half-width character. The value is a Boolean.
/// The default is false. Raw value `m_WidthInsensitive`.
nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
