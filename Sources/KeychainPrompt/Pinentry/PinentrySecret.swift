import CPlatform
import Glibc
import KeychainCrypto
import KeychainModel

/// The data that a pinentry sends, in protected memory.
struct PinentrySecret: ~Copyable {
  /// The capacity in bytes. The capacity is greater than the size of the longest text that a pinentry accepts.
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

  /// Decodes an escaped piece of data, and appends the result.
  mutating func append(escaped data: UnsafeRawBufferPointer) throws(AssuanChannel.Failure) {
    var index = 0
    while index < data.count {
      guard count < Self.byteLimit else { throw .garbage }
      var byte = data[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 2 <= data.count, let value = HexadecimalText.byte(data[index..<index + 2])
        else { throw .garbage }
        byte = value
        index += 2
      }
      let position = count
      memory.withUnsafeMutableBytes { $0[position] = byte }
      count += 1
    }
  }

  /// The received data; nil if the pinentry sent no data.
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
}
