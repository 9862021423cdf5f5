package import KeychainFiles
package import KeychainModel

/// The number of consecutive wrong passcodes, and the time of the last wrong passcode.
///
/// The time is a reading of the boot clock, with the identifier of the boot. Nobody can set the boot clock. After a
/// restart, and in a time namespace whose clock is behind the record, the whole delay begins again.
///
/// The record slows a person who tries passcodes through this program. The record does not stop a program that can
/// write the header.
///
/// ## Encoding
///
/// 64 bytes, little-endian: `LKTRIES1` ‖ failures (4) ‖ zeros (4) ‖ boot identifier (16) ‖ nanoseconds of the boot
/// clock (8) ‖ zeros (8) ‖ the first 16 bytes of the SHA-256 of everything before.
package struct AttemptRecord: Equatable, Sendable {
  package static let byteCount = 64
  private static let magic = Array("LKTRIES1".utf8)
  private static let checksumOffset = 48

  /// The number of wrong passcodes since the last correct passcode.
  package let failures: UInt32
  /// The boot in which the last wrong passcode was given; nil when no wrong passcode was given.
  package let boot: RowIdentifier?
  /// The time of the last wrong passcode on the boot clock, in nanoseconds.
  package let time: Int64

  package static let none = AttemptRecord(failures: 0, boot: nil, time: 0)

  init(failures: UInt32, boot: RowIdentifier?, time: Int64) {
    self.failures = failures
    self.boot = boot
    self.time = time
  }

  /// The record with one more wrong passcode, given at `now`.
  package func adding(at now: BootTimestamp) -> AttemptRecord {
    AttemptRecord(failures: failures == .max ? .max : failures + 1, boot: now.boot, time: now.time)
  }

  /// The number of whole seconds during which no passcode may be tried, 0 to 3600.
  package func delay(at now: BootTimestamp) -> Int64 {
    let delay = Self.delay(after: failures)
    guard delay > 0, boot == now.boot, now.time >= time else { return delay }
    let passed = (now.time - time) / 1_000_000_000
    return max(0, delay - passed)
  }

  /// The record to write when the delay begins again, because the machine was restarted or its clock is behind; nil
  /// when the delay does not begin again.
  package func restarted(at now: BootTimestamp) -> AttemptRecord? {
    guard Self.delay(after: failures) > 0, boot != now.boot || now.time < time else { return nil }
    return AttemptRecord(failures: failures, boot: now.boot, time: now.time)
  }

  /// The delay in seconds after `failures` wrong passcodes. The first five wrong passcodes cause no delay. The next six
  /// wrong passcodes cause 1, 5, 15, 60, 300 and 900 seconds. Each further wrong passcode causes an hour.
  static func delay(after failures: UInt32) -> Int64 {
    switch failures {
    case ...5: 0
    case 6: 1
    case 7: 5
    case 8: 15
    case 9: 60
    case 10: 300
    case 11: 900
    default: 3600
    }
  }
}

extension AttemptRecord {
  package func encoded() throws(KeychainError) -> [UInt8] {
    var writer = RecordWriter(byteCount: Self.byteCount)
    writer.put(Self.magic, at: 0)
    writer.put(failures, at: 8)
    writer.put(boot, at: 16)
    writer.put(time, at: 32)
    return try writer.finished(checksumAt: Self.checksumOffset)
  }

  /// Returns nil when the bytes are not an intact record.
  package init?(decoding bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    guard bytes.count == Self.byteCount, let reader = try RecordReader(bytes, checksumAt: Self.checksumOffset),
      reader.bytes(at: 0, count: 8) == Self.magic
    else { return nil }
    failures = reader.number(at: 8)
    boot = reader.identifier(at: 16)
    time = reader.number(at: 32)
    guard time >= 0 else { return nil }
  }
}
