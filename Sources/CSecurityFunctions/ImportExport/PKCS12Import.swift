import Foundation
import Security

/// The C function `SecPKCS12Import`.
@_cdecl("SecPKCS12Import")
public func secPKCS12Import(
  _ data: UnsafeRawPointer?, _ options: UnsafeRawPointer?,
  _ items: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  items?.pointee = nil
  return CCall.run {
    guard let data = CFInput.data(data), let options = CFInput.dictionary(options) else {
      return errSecParam
    }
    return CFOutput.give(items) { SecPKCS12Import(data, options, &$0) }
  }
}
