import Foundation
import Security

/// What the keychain answered.
public struct TokenStoreError: Error, Equatable, LocalizedError {
  /// The status.
  public let status: OSStatus

  init(_ status: OSStatus) { self.status = status }

  /// The system's sentence about it.
  public var errorDescription: String? {
    if #available(iOS 11.3, tvOS 11.3, watchOS 4.3, *) {
      return SecCopyErrorMessageString(status, nil) as String?
    }
    return "OSStatus \(status)"
  }
}
