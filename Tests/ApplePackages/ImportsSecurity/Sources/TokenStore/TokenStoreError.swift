import Foundation
import Security

/// A failed call of a keychain function.
public struct TokenStoreError: Error, Equatable, LocalizedError {
  /// The status that the function returned.
  public let status: OSStatus

  init(_ status: OSStatus) { self.status = status }

  /// The message of the system for the status.
  public var errorDescription: String? {
    if #available(iOS 11.3, tvOS 11.3, watchOS 4.3, *) {
      return SecCopyErrorMessageString(status, nil) as String?
    }
    return "OSStatus \(status)"
  }
}
