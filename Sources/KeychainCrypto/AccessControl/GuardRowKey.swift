import KeychainModel

/// The row key of a guard. It is overwritten at the end of its lifetime.
final class GuardRowKey: Sendable {
  let bytes: [UInt8]

  /// Takes over an array of which there is no other copy.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  deinit { bytes.wipeEverywhere() }
}
