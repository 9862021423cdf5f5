import Foundation
import Security

/// The C function `SecPKCS12Import`.
@_cdecl("SecPKCS12Import")
public func secPKCS12Import(
  _ data: UnsafeRawPointer?, _ options: UnsafeRawPointer?,
  _ items: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  items?.pointee = nil
  return ForeignCall.run {
    guard let data = Incoming.data(data), let options = Incoming.dictionary(options) else {
      return errSecParam
    }
    return Outgoing.give(items) { SecPKCS12Import(data, options, &$0) }
  }
}
