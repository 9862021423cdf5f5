import Foundation
import KeychainModel
import Security

/// What `SecKeychainSetUserInteractionAllowed` said last.
private let isAllowed = Guarded(true)

/// Whether people may be asked.
enum UserInteraction {
  /// The same request, which asks nobody if nobody may be asked.
  static func restrict(_ request: NSDictionary) -> NSDictionary {
    if isAllowed.withLock({ $0 }) { return request }
    // What cannot be copied asks for nothing that could be found.
    guard let restricted = request.mutableCopy() as? NSMutableDictionary else {
      return NSDictionary()
    }
    restricted[kSecUseAuthenticationUI] = kSecUseAuthenticationUIFail
    return restricted
  }
}

/// `SecKeychainSetUserInteractionAllowed`
@_cdecl("SecKeychainSetUserInteractionAllowed")
public func secKeychainSetUserInteractionAllowed(_ state: UInt8) -> Int32 {
  // A child that is forked meanwhile must find the lock open.
  ForeignCall.run {
    isAllowed.withLock { $0 = state != 0 }
    return errSecSuccess
  }
}

/// `SecKeychainGetUserInteractionAllowed`
@_cdecl("SecKeychainGetUserInteractionAllowed")
public func secKeychainGetUserInteractionAllowed(_ state: UnsafeMutablePointer<UInt8>?) -> Int32 {
  ForeignCall.run {
    guard let state else { return errSecParam }
    state.pointee = isAllowed.withLock { $0 } ? 1 : 0
    return errSecSuccess
  }
}
