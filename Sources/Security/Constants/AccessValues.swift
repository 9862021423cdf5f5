// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

// MARK: Values of `kSecAttrAccessible`. Access control objects contain the same values.

/// The item is readable while the keychain is unlocked. A backup can move the item to another
/// device. This value is the default. This constant is a value of `kSecAttrAccessible`. Raw value
/// `ak`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"

/// The item is readable after the first unlock since the start of the system. A backup can move the
/// item to another device. This constant is a value of `kSecAttrAccessible`. Raw value `ck`.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"

/// The item is always readable. A backup can move the item to another device. Apple has deprecated
/// this value. Prefer a value with which the item is unreadable while the keychain is locked. This
/// constant is a value of `kSecAttrAccessible`. Raw value `dk`.
nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"

/// The item is readable while the keychain is unlocked. The item never moves to another device.
/// This constant is a value of `kSecAttrAccessible`. Raw value `aku`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

/// The item is readable after the first unlock since the start of the system. The item never moves
/// to another device. This constant is a value of `kSecAttrAccessible`. Raw value `cku`.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

/// The item is always readable. The item never moves to another device. Apple has deprecated this
/// value. Prefer a value with which the item is unreadable while the keychain is locked. This
/// constant is a value of `kSecAttrAccessible`. Raw value `dku`.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"

/// The item is readable while the keychain is unlocked. The item requires a passcode. The removal
/// of the passcode deletes the item. The item never moves to another device. This constant is a
/// value of `kSecAttrAccessible`. Raw value `akpu`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

/// The form of `kSecAttrAccessibleAlways` for system programs. Both constants have the same raw
/// value. This constant is a value of `kSecAttrAccessible`. Raw value `dk`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysPrivate: CFString = "dk"

/// The form of `kSecAttrAccessibleAlwaysThisDeviceOnly` for system programs. Both constants have
/// the same raw value. This constant is a value of `kSecAttrAccessible`. Raw value `dku`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate: CFString = "dku"

/// The item is readable until the next start of the system. The value is valid, but the keychain
/// stores no item with this value. Adding such an item gives `errSecParam`. This constant is a
/// value of `kSecAttrAccessible`. Raw value `f`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAccessibleUntilReboot: CFString = "f"

// MARK: Access groups and sharing groups with a special meaning.

/// The access group of the items on tokens. Programs cannot add items to this group. This constant
/// is a value of `kSecAttrAccessGroup`. Raw value `com.apple.token`.
nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"

/// The access group of the internal items of synchronisation. This constant is a value of
/// `kSecAttrAccessGroup`. Raw value `com.apple.security.sos`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSOSInternalAccessGroup: CFString = "com.apple.security.sos"

/// The item is not shared. This constant is a value of `kSecAttrSharingGroup`. Raw value: the empty
/// string. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSharingGroupNone: CFString = ""

/// The suffix of an access group that is shared with network extensions. A value of
/// `kSecAttrAccessGroup` can end in this suffix. Raw value `com.apple.networkextensionsharing`. SPI
/// on Apple's platforms.
nonisolated(unsafe) public let kSecNetworkExtensionAccessGroupSuffix: CFString =
  "com.apple.networkextensionsharing"

// MARK: The value of `kSecAttrSynchronizable` that is not a Boolean.

/// The query finds both synchronizable items and items that are not synchronizable. This constant
/// is a value of `kSecAttrSynchronizable` in a query. Raw value `syna`.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"

// MARK: Values of `kSecAttrTokenID`.

/// A secure enclave contains the key. The key is a 256-bit elliptic-curve private key that the
/// enclave generated. This constant is a value of `kSecAttrTokenID`. Raw value `com.apple.setoken`.
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"

/// The key store of the system contains the key. This constant is a value of `kSecAttrTokenID`. Raw
/// value `com.apple.setoken:aks`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTokenIDAppleKeyStore: CFString = "com.apple.setoken:aks"

/// A secure element contains the key. This constant is a value of `kSecAttrTokenID`. Raw value
/// `com.apple.secelemtoken`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTokenIDSecureElement: CFString = "com.apple.secelemtoken"
