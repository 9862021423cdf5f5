import FuzzSupport

@testable import Keychain
@testable import KeychainFiles
@testable import KeychainTransport

/// Reads the bytes as a whole packet with a login, or as the body of a hello, of a welcome or of a login, as the first byte
/// says.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let kind = source.number(below: 4)
  let bytes = [UInt8](source.all())
  bytes.withUnsafeBytes { bytes in
    switch kind {
    case 0: if let packet = try? LoginPacket(packet: bytes) { check(packet) }
    case 1: if let packet = try? LoginPacket(bytes) { check(packet) }
    case 2: _ = try? Hello(bytes)
    default: _ = try? Welcome(bytes)
    }
  }
  return 0
}

private func check(_ packet: borrowing LoginPacket) {
  precondition((1...LoginPacket.largestUserByteCount).contains(packet.user.utf8.count), "the name has another length")
  precondition(packet.password.count <= LoginPacket.largestPasswordByteCount, "the password is too long")
  precondition((try? Login(packet))?.user == packet.user, "a login has another user")
}
