// Made by scripts/names from Tables/names.txt.

public import Foundation

// Values of `kSecAttrAccessible`. Access control objects contain the same values.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The item is readable while the keychain is unlocked. A backup can move the item to another
/// device. This is the default. A value of `kSecAttrAccessible`. Raw value `ak`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"

/// The item is readable after the first unlock since the start of the system. A backup can move the
/// item to another device. A value of `kSecAttrAccessible`. Raw value `ck`.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"

/// The item is always readable. A backup can move the item to another device. Apple has deprecated
/// this value. Prefer a value that respects the lock. A value of `kSecAttrAccessible`. Raw value
/// `dk`.
nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"

/// The item is readable while the keychain is unlocked. The item never moves to another device. A
/// value of `kSecAttrAccessible`. Raw value `aku`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

/// The item is readable after the first unlock since the start of the system. The item never moves
/// to another device. A value of `kSecAttrAccessible`. Raw value `cku`.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

/// The item is always readable. The item never moves to another device. Apple has deprecated this
/// value. Prefer a value that respects the lock. A value of `kSecAttrAccessible`. Raw value `dku`.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"

/// The item is readable while the keychain is unlocked. The item requires a passcode. The removal
/// of the passcode deletes the item. The item never moves to another device. A value of
/// `kSecAttrAccessible`. Raw value `akpu`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

/// The form of `kSecAttrAccessibleAlways` for system programs. Both have the same raw value. A
/// value of `kSecAttrAccessible`. Raw value `dk`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysPrivate: CFString = "dk"

/// The form of `kSecAttrAccessibleAlwaysThisDeviceOnly` for system programs. Both have the same raw
/// value. A value of `kSecAttrAccessible`. Raw value `dku`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate: CFString = "dku"

/// The item is readable until the next start of the system. The value is valid, but the keychain
/// stores no item with it. Adding such an item gives `errSecParam`. A value of
/// `kSecAttrAccessible`. Raw value `f`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAccessibleUntilReboot: CFString = "f"
