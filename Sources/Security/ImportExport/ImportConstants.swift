// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The password of the file, a string: an option of `SecPKCS12Import`. Without one, the empty
/// password is tried.
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"

/// The keychain to import into: an option of `SecPKCS12Import` on macOS. There is one keychain
/// here, and no object that stands for it.
nonisolated(unsafe) public let kSecImportExportKeychain: CFString = "keychain"

/// Who may use the keys: an option of `SecPKCS12Import` on macOS. Refused here, like the objects
/// that it takes.
nonisolated(unsafe) public let kSecImportExportAccess: CFString = "access"

/// Whether nothing is to be stored, a Boolean: an option of `SecPKCS12Import`. It is so unless
/// `kSecUseDataProtectionKeychain` asks for it, and wins over that.
nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"

/// A name of the identity, on macOS. Results have none here.
nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"

/// The SHA-1 of the public key, on macOS. Results have none here.
nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"

/// A `SecTrust` of the certificate and all others of the file, judged: in the results of
/// `SecPKCS12Import`.
nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"

/// An array of `SecCertificate`, that of the identity first: in the results of `SecPKCS12Import`.
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"

/// A `SecIdentity`: in the results of `SecPKCS12Import`.
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"
