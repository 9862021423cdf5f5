import CSecurity
import Foundation
import KeychainModel
import Security

/// Bytes that go out to a C program, which gives them back to be freed.
enum PasswordContent {
  /// The bytes of a string or of data; nil for other values.
  static func bytes(of value: Any?) -> [UInt8]? {
    switch value.map({ PropertyValue($0) }) {
    case .string(let text): Array(text.utf8)
    case .data(let bytes): bytes
    default: nil
    }
  }

  /// Hands out a secret, whose length and bytes may each be wanted or not.
  ///
  /// - Returns: `errSecSuccess`; `errSecDataTooLarge` for one whose length is no 32-bit number;
  ///   `errSecAllocate`.
  static func give(
    _ secret: UnsafeRawBufferPointer?, _ length: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> OSStatus {
    let byteCount = secret?.count ?? 0
    guard let count = UInt32(exactly: byteCount) else { return errSecDataTooLarge }
    if let data {
      guard let copy = lk_buffer_create(secret?.baseAddress, byteCount) else {
        return errSecAllocate
      }
      data.pointee = copy
    }
    length?.pointee = count
    return errSecSuccess
  }
}
