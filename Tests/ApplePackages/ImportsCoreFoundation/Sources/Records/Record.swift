import CoreFoundation
import Foundation
import Security

/// Attributes of an internet password.
public struct Record: Equatable {
  /// The account of the item.
  public var account: CFString
  /// The port of the server.
  public var port: CFIndex

  /// Reads the attributes from a dictionary that a search returned.
  public init?(_ attributes: CFTypeRef) {
    guard CFGetTypeID(attributes) == CFDictionaryGetTypeID(),
      let dictionary = attributes as? [CFString: Any],
      let account = dictionary[kSecAttrAccount] as? String
    else { return nil }
    self.account = account as CFString
    port = (dictionary[kSecAttrPort] as? NSNumber)?.intValue ?? 0
  }
}
