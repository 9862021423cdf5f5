// Made by scripts/names from Tables/names.txt.

public import Foundation

// Access groups and sharing groups with a special meaning.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The access group of the items on tokens. Programs cannot add items to this group. A value of
/// `kSecAttrAccessGroup`. Raw value `com.apple.token`.
nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"

/// The access group of the internal items of synchronisation. A value of `kSecAttrAccessGroup`. Raw
/// value `com.apple.security.sos`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSOSInternalAccessGroup: CFString = "com.apple.security.sos"

/// The item is not shared. A value of `kSecAttrSharingGroup`. Raw value: the empty string. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrSharingGroupNone: CFString = ""

/// The suffix of an access group that is shared with network extensions. A value of
/// `kSecAttrAccessGroup` can end in it. Raw value `com.apple.networkextensionsharing`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecNetworkExtensionAccessGroupSuffix: CFString =
  "com.apple.networkextensionsharing"
