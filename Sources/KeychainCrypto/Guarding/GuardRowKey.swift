/// The row key of a guard, overwritten when nobody holds it any more.
final class GuardRowKey: Sendable {
  let bytes: [UInt8]

  /// Takes over an array that nobody else keeps.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  deinit { bytes.wipeEverywhere() }
}
