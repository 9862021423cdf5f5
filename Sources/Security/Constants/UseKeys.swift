// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys for the execution of a call, and the values of `kSecUseAuthenticationUI`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The items that the call uses instead of the stored items. The value is an array of references,
/// all of one type. Raw value `u_ItemList`.
nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"

/// Whether a deletion leaves a record of the deletion. The value is a Boolean. Raw value `u_Tomb`.
/// SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseTombstones: CFString = "u_Tomb"

/// An authentication context in a form that one process can give to another. This key is
/// deprecated. The value is data. Raw value `u_CredRef`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseCredentialReference: CFString = "u_CredRef"

/// The text of the prompt that asks the user for authentication. The value is a string. Apple has
/// deprecated this key. The reason in the authentication context replaces it. Raw value
/// `u_OpPrompt`.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"

/// Whether the call fails instead of showing a prompt to the user. The value is a Boolean. Apple
/// has deprecated this key. `kSecUseAuthenticationUI` replaces it. Raw value `u_NoAuthUI`.
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

/// The call uses the keychain of another user of a shared device for synchronisation. The value is
/// a number. The caller needs an entitlement. Raw value `u_SyncBubbleKeychain`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain"

/// The name of the program in the prompt that asks the user for authentication. The value is a
/// string. Raw value `u_CallerName`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseCallerName: CFString = "u_CallerName"

/// Whether the call returns token items in their stored form without access to the token. The value
/// is a Boolean. Raw value `u_TokenRawItems`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = "u_TokenRawItems"

/// The certificates that can complete a chain in a search for issuers. The value is an array of
/// `SecCertificate`. Raw value `u_CertWithIssuers`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString = "u_CertWithIssuers"

/// Whether the call uses the data-protection keychain. Latchkey has only this keychain. The value
/// is a Boolean. Raw value `nleg`.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Whether the call uses the keychain that all users of a device share. The value is a Boolean. Raw
/// value `u_UserIndependentKeychain`.
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString =
  "u_UserIndependentKeychain"

/// The call shows a prompt to the user. This is the default. A value of `kSecUseAuthenticationUI`.
/// Raw value `u_AuthUIA`.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"

/// The call fails with `errSecInteractionNotAllowed` and shows no prompt. A value of
/// `kSecUseAuthenticationUI`. Raw value `u_AuthUIF`.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"

/// A search leaves out the items that require a prompt to the user. All other calls refuse this
/// value. A value of `kSecUseAuthenticationUI`. Raw value `u_AuthUIS`.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

/// The authentication context of the call. Several calls can use one authentication through the
/// same context. The value is an `LAContext`. Raw value `u_AuthCtx`.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"

/// The file keychain to which the call adds the item. The value is a `SecKeychain`. Raw value
/// `u_Keychain`.
nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
