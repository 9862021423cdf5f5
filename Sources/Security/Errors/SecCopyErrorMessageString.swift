public import Foundation
import KeychainModel

/// Returns an English sentence that explains a status.
///
/// - Parameters:
///   - status: Any number. An unknown number gives `OSStatus` and the number. An `errno` plus 100000 gives `UNIX[...]`
///     around the system's text for that `errno`.
///   - reserved: Ignored; pass nil.
/// - Returns: The sentence. Never nil, although Apple's declaration allows it.
///
/// The sentences for `errSecItemNotFound` and `errSecInteractionNotAllowed` equal the sentences on Apple's platforms,
/// because programs compare them. Do not compare any other.
public func SecCopyErrorMessageString(
  _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
  StatusMessage.text(for: status) as CFString
}
