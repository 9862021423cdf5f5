// Made by scripts/names from Tables/names.txt.

public import Foundation

// This file declares the values of `kSecAttrSyncViewHint`. Latchkey stores and compares these
// values, but does not synchronise items.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The synchronisation view for unlocking one device with another device. This constant is a value
/// of `kSecAttrSyncViewHint`. Raw value `ContinuityUnlock`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintContinuityUnlock: CFString = "ContinuityUnlock"

/// The synchronisation view for television devices. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `AppleTV`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintAppleTV: CFString = "AppleTV"

/// The synchronisation view for home accessories. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `HomeKit`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintHomeKit: CFString = "HomeKit"

/// The synchronisation view for paired accessories. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `AccessoryPairing`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintAccessoryPairing: CFString = "AccessoryPairing"

/// The synchronisation view for cloud databases. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `PCS-CloudKit`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSCloudKit: CFString = "PCS-CloudKit"

/// The synchronisation view for escrow records. This constant is a value of `kSecAttrSyncViewHint`.
/// Raw value `PCS-Escrow`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSEscrow: CFString = "PCS-Escrow"

/// The synchronisation view for disk encryption. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `PCS-FDE`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSFDE: CFString = "PCS-FDE"

/// The synchronisation view for news. This constant is a value of `kSecAttrSyncViewHint`. Raw value
/// `PCS-Feldspar`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSFeldspar: CFString = "PCS-Feldspar"

/// The synchronisation view for large mail attachments. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `PCS-Maildrop`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSMailDrop: CFString = "PCS-Maildrop"

/// The synchronisation view for the master key of protected cloud storage. This constant is a value
/// of `kSecAttrSyncViewHint`. Raw value `PCS-MasterKey`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSMasterKey: CFString = "PCS-MasterKey"

/// The synchronisation view for notes. This constant is a value of `kSecAttrSyncViewHint`. Raw
/// value `PCS-Notes`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSNotes: CFString = "PCS-Notes"

/// The synchronisation view for photos in protected cloud storage. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `PCS-Photos`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSPhotos: CFString = "PCS-Photos"

/// The synchronisation view for shared cloud documents. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `PCS-Sharing`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSSharing: CFString = "PCS-Sharing"

/// The synchronisation view for cloud backups. This constant is a value of `kSecAttrSyncViewHint`.
/// Raw value `PCS-Backup`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSiCloudBackup: CFString = "PCS-Backup"

/// The synchronisation view for cloud documents. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `PCS-iCloudDrive`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSiCloudDrive: CFString = "PCS-iCloudDrive"

/// The synchronisation view for messages. This constant is a value of `kSecAttrSyncViewHint`. Raw
/// value `PCS-iMessage`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPCSiMessage: CFString = "PCS-iMessage"

/// The synchronisation view for paired watches. This constant is a value of `kSecAttrSyncViewHint`.
/// Raw value `NanoRegistry`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintNanoRegistry: CFString = "NanoRegistry"

/// The synchronisation view for moving to a new watch. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `WatchMigration`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintWatchMigration: CFString = "WatchMigration"

/// The synchronisation view for messages in the cloud. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `Engram`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintEngram: CFString = "Engram"

/// The synchronisation view for end-to-end encrypted cloud data. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `Manatee`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintManatee: CFString = "Manatee"

/// The synchronisation view for unlocking automatically with a watch. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `AutoUnlock`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintAutoUnlock: CFString = "AutoUnlock"

/// The synchronisation view for health data. This constant is a value of `kSecAttrSyncViewHint`.
/// Raw value `Health`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintHealth: CFString = "Health"

/// The synchronisation view for payment cards. This constant is a value of `kSecAttrSyncViewHint`.
/// Raw value `ApplePay`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintApplePay: CFString = "ApplePay"

/// The synchronisation view for homes. This constant is a value of `kSecAttrSyncViewHint`. Raw
/// value `Home`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintHome: CFString = "Home"

/// The synchronisation view for peers with limited trust. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `LimitedPeersAllowed`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintLimitedPeersAllowed: CFString = "LimitedPeersAllowed"

/// The synchronisation view for licensed accessories. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `MFi`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintMFi: CFString = "MFi"

/// The synchronisation view for mail. This constant is a value of `kSecAttrSyncViewHint`. Raw value
/// `Mail`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintMail: CFString = "Mail"

/// The synchronisation view for contacts. This constant is a value of `kSecAttrSyncViewHint`. Raw
/// value `Contacts`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintContacts: CFString = "Contacts"

/// The synchronisation view for photos. This constant is a value of `kSecAttrSyncViewHint`. Raw
/// value `Photos`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintPhotos: CFString = "Photos"

/// The synchronisation view for groups of people. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `Groups`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintGroups: CFString = "Groups"

/// The synchronisation view for finding devices. This constant is a value of
/// `kSecAttrSyncViewHint`. Raw value `FindMy`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrViewHintFindMy: CFString = "FindMy"
