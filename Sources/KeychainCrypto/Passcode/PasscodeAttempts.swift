package import KeychainModel
import OpenSSLSupport

/// How often a wrong passcode was given in a row, and how long the next attempt has to wait.
///
/// It slows down whoever tries passcodes through this program. It is no defence against somebody who
/// can write the file that it is kept in, or who has the files and a program of his own: against
/// those stands the cost of Argon2id alone. Nor against who can set the system's clock forward.
///
/// Whoever tries a passcode writes `adding(at:)` first and `none` after it proved right: a process
/// that is killed while it tries has used up the attempt.
///
/// ## Encoding
///
/// 32 bytes, little-endian: `LKP1` ‖ failures (4) ‖ time of the last (8, signed: whole seconds since
/// 2001-01-01 00:00:00 UTC) ‖ the first 16 bytes of the SHA-256 of these 16.
package struct PasscodeAttempts: Sendable, Equatable {
  package static let byteCount = 32
  private static let magic: StaticString = "LKP1"
  private static let contentByteCount = 16

  /// The wrong passcodes since the last right one.
  package let failures: UInt32
  /// The time of the last, in whole seconds since 2001-01-01 00:00:00 UTC.
  package let lastFailure: Int64

  /// No wrong passcode.
  package static let none = PasscodeAttempts(failures: 0, lastFailure: 0)

  /// The same and one more, at a time in seconds.
  package func adding(at now: Int64) -> PasscodeAttempts {
    PasscodeAttempts(
      failures: failures == .max ? .max : failures + 1, lastFailure: now)
  }

  /// The seconds for which no attempt may be made, 0 to 3600.
  ///
  /// While the clock says a time before the last failure it was set back, or was wrong then: nobody
  /// knows how much time has passed. The whole wait begins then, but only from when `corrected(at:)`
  /// is kept; until then it does not shrink.
  package func wait(at now: Int64) -> Int64 {
    let wait = Self.wait(after: failures)
    guard now > lastFailure else { return wait }
    let (passed, overflow) = now.subtractingReportingOverflow(lastFailure)
    return overflow ? 0 : max(0, wait - passed)
  }

  /// What to keep in place of this when the clock was set back: the last failure is now. Otherwise
  /// the same.
  package func corrected(at now: Int64) -> PasscodeAttempts {
    now < lastFailure ? PasscodeAttempts(failures: failures, lastFailure: now) : self
  }

  /// The seconds to wait after so many failures: none after the first five, then 1, 5, 15, 60 and
  /// 300, 15 minutes, and an hour after each further one.
  static func wait(after failures: UInt32) -> Int64 {
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

extension PasscodeAttempts {
  /// The 32 bytes.
  package func encoded() throws(KeychainError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(text: Self.magic)
    bytes.append(number: failures)
    bytes.append(number: lastFailure)
    return bytes + (try Self.checksum(bytes))
  }

  /// Reads the 32 bytes.
  ///
  /// - Throws: `.decode` when they are no whole record.
  package init(decoding bytes: [UInt8]) throws(KeychainError) {
    let content = Array(bytes.prefix(Self.contentByteCount))
    var magic: [UInt8] = []
    magic.append(text: Self.magic)
    guard bytes.count == Self.byteCount, content.starts(with: magic),
      try Self.checksum(content) == Array(bytes.dropFirst(Self.contentByteCount))
    else { throw KeychainError(.decode, "the record of wrong passcodes is damaged") }
    (failures, lastFailure) = content.withUnsafeBytes {
      (
        UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
        Int64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: Int64.self))
      )
    }
  }

  private static func checksum(_ content: [UInt8]) throws(KeychainError) -> [UInt8] {
    try content.withBytes { bytes throws(KeychainError) in
      Array(try SHA256Digest.digest(of: bytes).prefix(16))
    }
  }
}
