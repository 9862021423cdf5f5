// Made by scripts/names from Tables/names.txt.

public import Foundation

// Values of `kSecAttrAuthenticationType`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The password is used with Windows NT LAN Manager authentication. A value of
/// `kSecAttrAuthenticationType`. Raw value `ntlm`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"

/// The password is used with Microsoft Network authentication. A value of
/// `kSecAttrAuthenticationType`. Raw value `msna`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna"

/// The password is used with distributed password authentication. A value of
/// `kSecAttrAuthenticationType`. Raw value `dpaa`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"

/// The password is used with remote password authentication. A value of
/// `kSecAttrAuthenticationType`. Raw value `rpaa`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"

/// The password is used with HTTP basic authentication. A value of `kSecAttrAuthenticationType`.
/// Raw value `http`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"

/// The password is used with HTTP digest authentication. A value of `kSecAttrAuthenticationType`.
/// Raw value `httd`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"

/// The password is used with a form on a web page. A value of `kSecAttrAuthenticationType`. Raw
/// value `form`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"

/// The password is used with the usual authentication scheme. A value of
/// `kSecAttrAuthenticationType`. Raw value `dflt`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
