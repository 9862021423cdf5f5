import CPlatform
import Glibc
import KeychainCrypto
import KeychainModel

/// The data that a pinentry sends, in protected memory.
struct PinentrySecret: ~Copyable {
  /// Greater than the longest text that a pinentry accepts.
  private static let byteLimit = 4096

  private var memory: KeyMemory
  private var count = 0

  init() throws(AssuanChannel.Failure) {
    do throws(KeychainError) {
      memory = try KeyMemory(byteCount: Self.byteLimit)
    } catch {
      throw .memory
    }
  }

  /// Appends a piece of data, unescaped.
  mutating func append(escaped data: UnsafeRawBufferPointer) throws(AssuanChannel.Failure) {
    var index = 0
    while index < data.count {
      guard count < Self.byteLimit else { throw .garbage }
      var byte = data[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 2 <= data.count, let high = Self.digit(data[index]),
          let low = Self.digit(data[index + 1])
        else { throw .garbage }
        byte = high << 4 | low
        index += 2
      }
      let position = count
      memory.withUnsafeMutableBytes { $0[position] = byte }
      count += 1
    }
  }

  /// The received data; nil when it is empty.
  func passcode() throws(AssuanChannel.Failure) -> Passcode? {
    guard count > 0 else { return nil }
    do throws(KeychainError) {
      return try memory.withUnsafeBytes { (bytes) throws(KeychainError) in
        try Passcode(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      }
    } catch {
      throw .memory
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
