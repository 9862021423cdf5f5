// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The password of the file: an option of `SecPKCS12Import`. The value is a string. The default is
/// the empty password.
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"

/// The keychain in which `SecPKCS12Import` stores the items. The value is a `SecKeychain`. Without
/// this option and without `kSecUseDataProtectionKeychain`, `SecPKCS12Import` stores nothing.
nonisolated(unsafe) public let kSecImportExportKeychain: CFString = "keychain"

/// The programs that may use the keys: an option of `SecPKCS12Import` on macOS. Latchkey refuses
/// this option because items of Latchkey have no access lists.
nonisolated(unsafe) public let kSecImportExportAccess: CFString = "access"

/// An option of `SecPKCS12Import`. If the value is true, the import stores nothing, even if
/// `kSecUseDataProtectionKeychain` requests storage. By default, an import stores nothing. The
/// value is a Boolean.
nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"

/// The name of the identity on macOS. The results of Latchkey never contain this key.
nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"

/// The SHA-1 digest of the public key on macOS. The results of Latchkey never contain this key.
nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"

/// The evaluated trust object in a result of `SecPKCS12Import`. The trust object contains the
/// certificate of the identity and the other certificates of the file. The value is a `SecTrust`.
nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"

/// The certificates in a result of `SecPKCS12Import`. The certificate of the identity is the first
/// certificate. The value is an array of `SecCertificate`.
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"

/// The identity in a result of `SecPKCS12Import`. The value is a `SecIdentity`.
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"
