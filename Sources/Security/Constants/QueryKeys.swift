// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

// MARK: The item classes, and the key of the item class.

/// The item class. Every dictionary of an item contains this key. The value is a string: one of the
/// `kSecClass...` values. Raw value `class`.
nonisolated(unsafe) public let kSecClass: CFString = "class"

/// The class of passwords that an account and a service identify. This constant is a value of
/// `kSecClass`. Raw value `genp`.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"

/// The class of passwords that account, server, protocol, port and path identify. This constant is
/// a value of `kSecClass`. Raw value `inet`.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"

/// The class of passwords for old file servers. Latchkey stores no item of this class. A call with
/// this class gives `errSecNoSuchClass`. This constant is a value of `kSecClass`. Raw value `apls`.
/// SPI on Apple's platforms.
nonisolated(unsafe) public let kSecClassAppleSharePassword: CFString = "apls"

/// The class of X.509 certificates. This constant is a value of `kSecClass`. Raw value `cert`.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"

/// The class of cryptographic keys: public, private and symmetric. This constant is a value of
/// `kSecClass`. Raw value `keys`.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"

/// The class of identities. An identity is a private key together with its certificate. This
/// constant is a value of `kSecClass`. Raw value `idnt`.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"

// MARK: Keys for the conditions of a search other than attributes, and the values of
// `kSecMatchLimit`.

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

/// The search finds passwords for this host or for a subdomain of this host. The value is a string.
/// Raw value `m_HostOrSubdomainOfHost`.
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

/// The search finds one item. The result is the item itself. This constant is a value of
/// `kSecMatchLimit`. Raw value `m_LimitOne`.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"

/// The search finds every matching item. The result is an array. This constant is a value of
/// `kSecMatchLimit`. Raw value `m_LimitAll`.
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

/// Whether a full-width character matches the half-width form of the same character. The value is a
/// Boolean. The default is false. Raw value `m_WidthInsensitive`.
nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"

// MARK: Keys for the results of a call.

/// Whether the call returns the data of the item. The value is a Boolean. Raw value `r_Data`.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"

/// Whether the call returns the attributes of the item in a dictionary. The value is a Boolean. Raw
/// value `r_Attributes`.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"

/// Whether the call returns a reference to the item, for example a `SecKey` or a `SecCertificate`.
/// The value is a Boolean. Raw value `r_Ref`.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"

/// Whether the call returns a persistent reference to the item. A program can store a persistent
/// reference, and can pass the reference to other processes. The value is a Boolean. Raw value
/// `r_PersistentRef`.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"

// MARK: Keys of an item's data and of references to it, in queries and in results.

/// The data of the item: a password, or the bytes of a key or a certificate. The value is data. Raw
/// value `v_Data`.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"

/// A reference to the item. The value is a `SecKey`, a `SecCertificate` or a `SecIdentity`. Raw
/// value `v_Ref`.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"

/// A persistent reference to the item. The value is data. Raw value `v_PersistentRef`.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"

// MARK: Keys for the execution of a call, and the values of `kSecUseAuthenticationUI`.

/// The items that the call uses instead of the stored items. The value is an array of references,
/// all of one type. Raw value `u_ItemList`.
nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"

/// Whether the deletion of an item leaves a tombstone, which is a record of the deletion. The value
/// is a Boolean. Raw value `u_Tomb`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseTombstones: CFString = "u_Tomb"

/// An authentication context in a form that one process can pass to another process. This key is
/// deprecated. The value is data. Raw value `u_CredRef`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseCredentialReference: CFString = "u_CredRef"

/// The text of the prompt that asks the user for authentication. The value is a string. Apple has
/// deprecated this key. The reason in the authentication context replaces this key. Raw value
/// `u_OpPrompt`.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"

/// Whether the call fails instead of showing a prompt to the user. The value is a Boolean. Apple
/// has deprecated this key. `kSecUseAuthenticationUI` replaces this key. Raw value `u_NoAuthUI`.
nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"

/// The behaviour of the call when a prompt to the user is necessary. The value is a string: one of
/// the `kSecUseAuthenticationUI...` values. Raw value `u_AuthUI`.
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"

/// Whether the call uses the system keychain. The value is a Boolean. The caller needs an
/// entitlement. Raw value `u_SystemKeychainAlways`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseSystemKeychainAlways: CFString = "u_SystemKeychainAlways"

/// The longer name of `kSecUseSystemKeychainAlways`. The value is a Boolean. The caller needs an
/// entitlement. Raw value `u_SystemKeychainAlways`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS: CFString =
  "u_SystemKeychainAlways"

/// Whether the call uses the system keychain of a device with several users. The value is a
/// Boolean. The caller needs an entitlement. Raw value `u_SystemKeychain`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = "u_SystemKeychain"

/// The call uses the keychain of another user of a shared device. A synchronisation service uses
/// this key. The value is a number. The caller needs an entitlement. Raw value
/// `u_SyncBubbleKeychain`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain"

/// The name of the program in the prompt that asks the user for authentication. The value is a
/// string. Raw value `u_CallerName`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseCallerName: CFString = "u_CallerName"

/// Whether the call returns token items in their stored form without access to the token. The value
/// is a Boolean. Raw value `u_TokenRawItems`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = "u_TokenRawItems"

/// The certificates that can complete a chain in a search with `kSecMatchIssuers`. The value is an
/// array of `SecCertificate`. Raw value `u_CertWithIssuers`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString = "u_CertWithIssuers"

/// Whether the call uses the data-protection keychain. Latchkey has only this keychain. The value
/// is a Boolean. Raw value `nleg`.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Whether the call uses the keychain that all users of a device share. The value is a Boolean. Raw
/// value `u_UserIndependentKeychain`.
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString =
  "u_UserIndependentKeychain"

/// The call shows a prompt to the user. This value is the default. This constant is a value of
/// `kSecUseAuthenticationUI`. Raw value `u_AuthUIA`.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"

/// The call fails with `errSecInteractionNotAllowed` and shows no prompt. This constant is a value
/// of `kSecUseAuthenticationUI`. Raw value `u_AuthUIF`.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"

/// A search omits the items that require a prompt to the user. All other calls refuse this value.
/// This constant is a value of `kSecUseAuthenticationUI`. Raw value `u_AuthUIS`.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

/// The authentication context of the call. Several calls can use one authentication through the
/// same context. The value is an `LAContext`. Raw value `u_AuthCtx`.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"

/// The file keychain to which the call adds the item. The value is a `SecKeychain`. Raw value
/// `u_Keychain`.
nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
