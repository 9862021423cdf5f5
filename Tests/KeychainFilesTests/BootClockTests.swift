import KeychainModel
import TestSupport
import Testing

@testable import KeychainFiles

@Suite struct BootClockTests {
  @Test func bootIdentifierIsThatOfTheKernel() throws {
    let text = try TemporaryDirectory.readFile("/proc/sys/kernel/random/boot_id")
    let expected = try #require(SystemBootClock.identifier(in: text))
    let (one, two) = (SystemBootClock().now, SystemBootClock().now)
    #expect(one.boot == expected)
    #expect(two.time >= one.time)
    #expect(
      SystemBootClock.identifier(in: Array("01234567-89ab-cdef-0123-456789abcdef\n".utf8))
        == RowIdentifier(high: 0x0123_4567_89AB_CDEF, low: 0x0123_4567_89AB_CDEF))
    for wrong in [
      "", "0123", "x1234567-89ab-cdef-0123-456789abcdef", String(repeating: "0", count: 33),
    ] {
      #expect(SystemBootClock.identifier(in: Array(wrong.utf8)) == nil)
    }
  }
}
