import Foundation
import LinuxSupport

/// Values that were read once.
public struct PreferenceCache {
  private var values: [String: Data] = [:]

  /// An empty cache.
  public init() {}

  /// The value of a key, computed if it is not there.
  public mutating func value(_ key: String, compute: () throws -> Data) rethrows -> Data {
    if let value = values[key] { return value }
    let value = try autoreleasepool { try compute() }
    values[key] = value
    return value
  }
}
