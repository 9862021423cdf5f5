import Foundation
import Security

/// Helpers of the functions for trust objects.
enum CTrustCall {
  /// - Returns: The status that `body` returns; `errSecParam` if the object is not a trust object.
  static func call(_ trust: UnsafeRawPointer?, _ body: (SecTrust) -> OSStatus) -> Int32 {
    CCall.run { Box.object(trust, as: SecTrust.self).map(body) ?? errSecParam }
  }

  /// - Returns: The result of `body`; nil if the object is not a trust object.
  static func read<Result>(_ trust: UnsafeRawPointer?, _ body: (SecTrust) -> Result?) -> Result? {
    CCall.run { Box.object(trust, as: SecTrust.self).flatMap(body) }
  }
}
