import Foundation
import Security

/// `SecPKCS12Import`
@_cdecl("SecPKCS12Import")
public func secPKCS12Import(
  _ data: UnsafeRawPointer?, _ options: UnsafeRawPointer?,
  _ items: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  items?.pointee = nil
  return ForeignCall.run {
    guard let data = Incoming.data(data), let options = Incoming.dictionary(options), let items
    else { return errSecParam }
    var found: CFArray?
    let status = SecPKCS12Import(data, options, &found)
    items.pointee = Outgoing.object(found)
    return status
  }
}
