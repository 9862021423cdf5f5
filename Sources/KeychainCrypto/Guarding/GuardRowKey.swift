import CPlatform

/// The row key of a guard, overwritten when nobody holds it any more.
final class GuardRowKey: Sendable {
  let bytes: [UInt8]

  /// Takes over an array that nobody else keeps.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  deinit { Self.wipe(bytes) }

  /// Overwrites an array in all its copies: for whoever knows that nobody reads any of them any more, and
  /// that it was filled at run time.
  static func wipe(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        lk_wipe(UnsafeMutableRawPointer(mutating: start), bytes.count)
      }
    }
  }
}
