import Foundation
import Security

/// An error of the keychain.
public struct TokenStoreError: Error, Equatable, LocalizedError {
  /// The status.
  public let status: OSStatus

  init(_ status: OSStatus) { self.status = status }

  /// The system's message for the status.
  public var errorDescription: String? {
    if #available(iOS 11.3, tvOS 11.3, watchOS 4.3, *) {
      return SecCopyErrorMessageString(status, nil) as String?
    }
    return "OSStatus \(status)"
  }
}
