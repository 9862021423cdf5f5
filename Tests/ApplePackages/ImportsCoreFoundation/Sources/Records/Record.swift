import CoreFoundation
import Foundation
import Security

/// The attributes of one item.
public struct Record: Equatable {
  /// The account.
  public var account: CFString
  /// The port of the server.
  public var port: CFIndex

  /// Reads a dictionary of attributes.
  public init?(_ attributes: CFTypeRef) {
    guard CFGetTypeID(attributes) == CFDictionaryGetTypeID(),
      let dictionary = attributes as? [CFString: Any],
      let account = dictionary[kSecAttrAccount] as? String
    else { return nil }
    self.account = account as CFString
    port = (dictionary[kSecAttrPort] as? NSNumber)?.intValue ?? 0
  }
}
