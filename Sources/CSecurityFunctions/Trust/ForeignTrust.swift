import Foundation
import Security

/// What the functions of trust objects share.
enum ForeignTrust {
  /// - Returns: What `body` returns; `errSecParam` for what is no trust object.
  static func call(_ trust: UnsafeRawPointer?, _ body: (SecTrust) -> OSStatus) -> Int32 {
    ForeignCall.run { Box.object(trust, as: SecTrust.self).map(body) ?? errSecParam }
  }

  /// - Returns: What `body` returns; nil for what is no trust object.
  static func read<Result>(_ trust: UnsafeRawPointer?, _ body: (SecTrust) -> Result?) -> Result? {
    ForeignCall.run { Box.object(trust, as: SecTrust.self).flatMap(body) }
  }
}
