// Made by scripts/names from Tables/names.txt.

public import Foundation

// Keys that say how a call does its work, and the values of `kSecUseAuthenticationUI`.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The items to work on, in place of what is stored. An array of references, all of one type. Raw
/// value `u_ItemList`.
nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"

/// Whether deleting leaves a record of the deletion. A Boolean. Raw value `u_Tomb`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecUseTombstones: CFString = "u_Tomb"

/// An authentication context in its passed-on form; deprecated. Data. Raw value `u_CredRef`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecUseCredentialReference: CFString = "u_CredRef"

/// The text shown when the user is asked to authenticate; deprecated by Apple in favour of the
/// context's own reason. A string. Raw value `u_OpPrompt`.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"

/// Whether the call fails instead of asking the user; deprecated by Apple in favour of
/// `kSecUseAuthenticationUI`. A Boolean. Raw value `u_NoAuthUI`.
nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"

/// What happens when the user would have to be asked. A string, one of the
/// `kSecUseAuthenticationUI...` values. Raw value `u_AuthUI`.
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"

/// Asks for the system keychain. A Boolean; needs an entitlement. Raw value
/// `u_SystemKeychainAlways`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseSystemKeychainAlways: CFString = "u_SystemKeychainAlways"

/// The longer name of `kSecUseSystemKeychainAlways`. A Boolean; needs an entitlement. Raw value
/// `u_SystemKeychainAlways`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS: CFString =
  "u_SystemKeychainAlways"

/// Asks for the system keychain of a device with several users. A Boolean; needs an entitlement.
/// Raw value `u_SystemKeychain`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = "u_SystemKeychain"

/// Asks for the keychain of another user of a shared device, for synchronising it. A number; needs
/// an entitlement. Raw value `u_SyncBubbleKeychain`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain"

/// The program's name shown when the user is asked to authenticate. A string. Raw value
/// `u_CallerName`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseCallerName: CFString = "u_CallerName"

/// Whether token items are returned as stored, without asking the token. A Boolean. Raw value
/// `u_TokenRawItems`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = "u_TokenRawItems"

/// Certificates that may complete a chain when matching issuers. An array of `SecCertificate`. Raw
/// value `u_CertWithIssuers`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString = "u_CertWithIssuers"

/// Asks for the data-protection keychain, which is the only one here. A Boolean. Raw value `nleg`.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Asks for the keychain that all users of a device share. A Boolean. Raw value
/// `u_UserIndependentKeychain`.
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString =
  "u_UserIndependentKeychain"

/// Ask the user; the default. Value of `kSecUseAuthenticationUI`. Raw value `u_AuthUIA`.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"

/// Fail with `errSecInteractionNotAllowed` instead of asking. Value of `kSecUseAuthenticationUI`.
/// Raw value `u_AuthUIF`.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"

/// In a search, leave out items for which the user would have to be asked; refused elsewhere. Value
/// of `kSecUseAuthenticationUI`. Raw value `u_AuthUIS`.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

/// The authentication context to use, so that one authentication can serve several calls. An
/// `LAContext`. Raw value `u_AuthCtx`.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"

/// The file keychain to add to. A `SecKeychain`. Raw value `u_Keychain`.
nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
