import CPlatform
import Glibc
package import KeychainModel

/// The clocks of the machine since its last start (boot): the identifier of the boot, the time since the boot, and the
/// time of suspension.
package protocol BootClock: Sendable {
  var now: BootTimestamp { get }

  /// The time since the boot during which the machine was suspended, in nanoseconds.
  var suspended: Int64 { get }
}

/// A moment: the identifier of the boot, and the nanoseconds since the boot, including suspensions.
package struct BootTimestamp: Equatable, Sendable {
  package let boot: RowIdentifier
  package let time: Int64

  package init(boot: RowIdentifier, time: Int64) {
    self.boot = boot
    self.time = time
  }
}

/// The clocks of this machine.
package struct SystemBootClock: BootClock {
  package init() {}

  package var now: BootTimestamp { BootTimestamp(boot: Self.boot, time: lk_boot_now()) }

  /// The clock that stops during suspension is read first, so that the result is never negative.
  package var suspended: Int64 {
    let awake = lk_monotonic_now()
    return lk_boot_now() - awake
  }

  /// The identifier of the boot, from the kernel (random(4)). If the identifier cannot be read, every boot has an
  /// identifier of zeros. Then tickets and delays do not detect a restart, but the kernel's keyring is empty after a
  /// restart in any case.
  private static let boot: RowIdentifier = {
    var text = [UInt8](repeating: 0, count: 64)
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let count = read(file, &text, text.count)
    return identifier(in: text.prefix(max(0, count))) ?? RowIdentifier(high: 0, low: 0)
  }()

  /// Parses an identifier of hexadecimal digits with hyphens; nil for any other text.
  static func identifier(in text: some Sequence<UInt8>) -> RowIdentifier? {
    let digits = text.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "\n") }
    guard digits.count == 32, let word = String(validating: digits, as: UTF8.self),
      let high = UInt64(word.prefix(16), radix: 16), let low = UInt64(word.suffix(16), radix: 16)
    else { return nil }
    return RowIdentifier(high: high, low: low)
  }
}
