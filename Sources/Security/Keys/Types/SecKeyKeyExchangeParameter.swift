public import Foundation

/// A key of the dictionary that `SecKeyCopyKeyExchangeResult` takes.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, @unchecked Sendable {
  // Sendable: `rawValue` is an immutable copy.

  /// The key in the dictionary.
  public let rawValue: CFString

  /// Makes the parameter with this key.
  public init(rawValue: CFString) { self.rawValue = rawValue.copy() as? NSString ?? rawValue }

  /// Makes the parameter with this key.
  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }
}
