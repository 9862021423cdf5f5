import Foundation
import LinuxSupport

/// A cache of values.
public struct PreferenceCache {
  private var values: [String: Data] = [:]

  /// An empty cache.
  public init() {}

  /// The value of a key. It is computed if the cache does not contain it.
  public mutating func value(_ key: String, compute: () throws -> Data) rethrows -> Data {
    if let value = values[key] { return value }
    let value = try autoreleasepool { try compute() }
    values[key] = value
    return value
  }
}
