import CPlatform
import Glibc
import KeychainModel

extension BootMoment {
  /// This moment: the boot as `/proc/sys/kernel/random/boot_id` names it (random(4)), and CLOCK_BOOTTIME.
  ///
  /// Where that file cannot be read, every boot has the identifier of zeros: tickets and delays do not notice a
  /// restart then, and the kernel's keyring is empty after one all the same.
  package static var now: BootMoment {
    BootMoment(boot: identifier ?? RowIdentifier(high: 0, low: 0), time: lk_boot_now())
  }

  private static let identifier = read()

  private static func read() -> RowIdentifier? {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return identifier(in: buffer[..<count])
  }

  /// The identifier that hexadecimal digits with hyphens spell; nil for anything else.
  static func identifier(in text: some Sequence<UInt8>) -> RowIdentifier? {
    let digits = text.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "\n") }
    guard digits.count == 32, let word = String(validating: digits, as: UTF8.self),
      let high = UInt64(word.prefix(16), radix: 16), let low = UInt64(word.suffix(16), radix: 16)
    else { return nil }
    return RowIdentifier(high: high, low: low)
  }
}
