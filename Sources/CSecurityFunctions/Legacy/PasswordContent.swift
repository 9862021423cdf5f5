import CSecurity
import Foundation
import KeychainModel
import Security

/// Returns bytes to a C program, which must free them.
enum PasswordContent {
  /// Returns the bytes of a string or of data; nil for other values.
  static func bytes(of value: Any?) -> [UInt8]? {
    switch value.map({ PropertyValue($0) }) {
    case .string(let text): Array(text.utf8)
    case .data(let bytes): bytes
    default: nil
    }
  }

  /// Returns a secret to the program. The length and the bytes are both optional.
  ///
  /// - Returns: `errSecSuccess`; `errSecDataTooLarge` if the length exceeds 32 bits; `errSecAllocate`.
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
