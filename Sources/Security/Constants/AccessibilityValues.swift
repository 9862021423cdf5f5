// Made by scripts/names from Tables/names.txt.

public import Foundation

// When an item can be read: values of `kSecAttrAccessible`, also given to access control objects.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// Readable while unlocked; moves to other devices with backups. The default. Value of
/// `kSecAttrAccessible`. Raw value `ak`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"

/// Readable from the first unlock after a start on; moves to other devices with backups. Value of
/// `kSecAttrAccessible`. Raw value `ck`.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"

/// Always readable; moves to other devices with backups. Deprecated by Apple: prefer a class that
/// respects the lock. Value of `kSecAttrAccessible`. Raw value `dk`.
nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"

/// Readable while unlocked; never moves to another device. Value of `kSecAttrAccessible`. Raw value
/// `aku`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

/// Readable from the first unlock after a start on; never moves to another device. Value of
/// `kSecAttrAccessible`. Raw value `cku`.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

/// Always readable; never moves to another device. Deprecated by Apple: prefer a class that
/// respects the lock. Value of `kSecAttrAccessible`. Raw value `dku`.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"

/// Readable while unlocked; needs a passcode, goes when the passcode is removed, never moves to
/// another device. Value of `kSecAttrAccessible`. Raw value `akpu`.
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

/// The same value as `kSecAttrAccessibleAlways`, for system programs. Value of
/// `kSecAttrAccessible`. Raw value `dk`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysPrivate: CFString = "dk"

/// The same value as `kSecAttrAccessibleAlwaysThisDeviceOnly`, for system programs. Value of
/// `kSecAttrAccessible`. Raw value `dku`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate: CFString = "dku"

/// Readable until the next start. A valid name, but nothing can be stored under it: adding gives
/// `errSecParam`. Value of `kSecAttrAccessible`. Raw value `f`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAccessibleUntilReboot: CFString = "f"
