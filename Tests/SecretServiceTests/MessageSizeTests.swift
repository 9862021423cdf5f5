import Testing

@testable import SecretServiceServer

/// The limits are those of the D-Bus specification: an array has at most 2^26 bytes, a message 2^27.
@Suite struct MessageSizeTests {
  @Test func valuesAreAligned() throws {
    var size = MessageSize()
    try size.add(signature: 1)
    try size.add(text: 3)
    #expect(size.byteCount == 4 + 4 + 3 + 1)
    try size.add(8, alignment: 8)
    #expect(size.byteCount == 24)
    try size.open("a", "{sv}")
    #expect(size.byteCount == 32)
    try size.open("e", "sv")
    try size.add(text: 0)
    try size.open("v", "s")
    #expect(size.byteCount == 32 + 5 + 3)
  }

  @Test func bytesOfAnArray() throws {
    var size = MessageSize()
    try size.add(bytes: 1 << 26)
    #expect(throws: BusError.self) { try size.add(bytes: (1 << 26) + 1) }
  }

  /// The padding before the first member does not count.
  @Test func membersOfAnArray() throws {
    var size = MessageSize()
    try size.open("a", "{oay}")
    try size.open("e", "oay")
    try size.add(text: 7)
    let error = #expect(throws: BusError.self) { try size.add(bytes: (1 << 26) - 15) }
    #expect(error?.name == "org.freedesktop.DBus.Error.LimitsExceeded")
    size = MessageSize()
    try size.open("a", "{oay}")
    try size.open("e", "oay")
    try size.add(text: 7)
    try size.add(bytes: (1 << 26) - 16)
  }

  @Test func arraysOfAMessage() throws {
    var size = MessageSize()
    try size.add(bytes: 1 << 26)
    #expect(throws: BusError.self) { try size.add(bytes: 1 << 26) }
  }
}
