import CPlatform
import Glibc
package import KeychainModel

/// The machine's clocks: which boot this is, how long ago it was, and how long the machine has been suspended since.
package protocol BootClock: Sendable {
  var now: BootTimestamp { get }

  /// Nanoseconds of this boot during which the machine was suspended.
  var suspended: Int64 { get }
}

/// A moment of the machine: which boot, and the nanoseconds since it, those of suspension included.
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

  /// The clock that stands still meanwhile is read first, so that time between the two readings counts as suspension,
  /// never as less than none.
  package var suspended: Int64 {
    let awake = lk_monotonic_now()
    return lk_boot_now() - awake
  }

  /// The boot as the kernel names it (random(4)). Where that cannot be read, every boot has the identifier of zeros:
  /// tickets and delays do not notice a restart then, and the kernel's keyring is empty after one all the same.
  private static let boot: RowIdentifier = {
    var text = [UInt8](repeating: 0, count: 64)
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let count = read(file, &text, text.count)
    return identifier(in: text.prefix(max(0, count))) ?? RowIdentifier(high: 0, low: 0)
  }()

  /// The identifier that hexadecimal digits with hyphens spell; nil for anything else.
  static func identifier(in text: some Sequence<UInt8>) -> RowIdentifier? {
    let digits = text.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "\n") }
    guard digits.count == 32, let word = String(validating: digits, as: UTF8.self),
      let high = UInt64(word.prefix(16), radix: 16), let low = UInt64(word.suffix(16), radix: 16)
    else { return nil }
    return RowIdentifier(high: high, low: low)
  }
}
