// Made by scripts/names from Tables/names.txt.

public import Foundation

// Access groups and sharing groups with a meaning of their own.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The access group of items that live on tokens; belongs to the tokens, so nothing can be added to
/// it. Value of `kSecAttrAccessGroup`. Raw value `com.apple.token`.
nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"

/// The access group of the synchronisation machinery's own items. Value of `kSecAttrAccessGroup`.
/// Raw value `com.apple.security.sos`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSOSInternalAccessGroup: CFString = "com.apple.security.sos"

/// The item is shared with nobody. Value of `kSecAttrSharingGroup`. Raw value: the empty string.
/// SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSharingGroupNone: CFString = ""

/// The ending that marks an access group shared with network extensions. Ending of a
/// `kSecAttrAccessGroup` value. Raw value `com.apple.networkextensionsharing`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecNetworkExtensionAccessGroupSuffix: CFString =
  "com.apple.networkextensionsharing"
