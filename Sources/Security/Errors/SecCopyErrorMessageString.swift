public import Foundation
import KeychainModel

/// Returns a sentence that explains a status, in English.
///
/// - Parameters:
///   - status: Any number. One without a name gives `OSStatus` and the number; `errno` plus 100000
///     gives `UNIX[...]` around the system's text for that `errno`.
///   - reserved: Ignored; pass nil.
/// - Returns: The sentence. Never nil, though Apple's declaration allows it.
///
/// The sentences for `errSecItemNotFound` and `errSecInteractionNotAllowed` are those of Apple's
/// platforms, because programs compare them. Do not compare any other.
public func SecCopyErrorMessageString(
  _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
  StatusMessage.text(for: status) as CFString
}
