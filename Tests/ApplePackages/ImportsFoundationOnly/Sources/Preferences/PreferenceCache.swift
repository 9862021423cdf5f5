import Foundation
import LinuxSupport

/// A cache of preference values.
public struct PreferenceCache {
  private var values: [String: Data] = [:]

  /// Creates an empty cache.
  public init() {}

  /// Returns the value of a key. Computes the value if the cache does not contain it.
  public mutating func value(_ key: String, compute: () throws -> Data) rethrows -> Data {
    if let value = values[key] { return value }
    let value = try autoreleasepool { try compute() }
    values[key] = value
    return value
  }
}
