public import Foundation
import KeychainModel

/// Returns an English sentence that explains a status.
///
/// - Parameters:
///   - status: Any number. For an unknown number, the sentence is `OSStatus` and the number. For an `errno` plus
///     100000, the sentence is `UNIX[...]` with the system's text for the `errno`.
///   - reserved: Ignored; pass nil.
/// - Returns: The sentence. The result is never nil, although Apple's declaration permits nil.
///
/// The sentences for `errSecItemNotFound` and `errSecInteractionNotAllowed` equal the sentences on Apple's platforms,
/// because programs compare them. A program must not compare any other sentence.
public func SecCopyErrorMessageString(
  _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
  StatusMessage.text(for: status) as CFString
}
