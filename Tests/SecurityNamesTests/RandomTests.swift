import Security
import Testing

@Suite("SecRandomCopyBytes")
struct RandomTests {
  @Test(
    "SecRandomCopyBytes fills exactly the given number of bytes, even if it needs several system calls",
    arguments: [0, 1, 255, 256, 257, 512, 100_000])
  func length(count: Int) {
    let guardByte: UInt8 = 0xA5
    var bytes = [UInt8](repeating: guardByte, count: count + 16)
    let status = bytes.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { SecRandomCopyBytes(kSecRandomDefault, count, $0) }
    }
    #expect(status == errSecSuccess)
    #expect(bytes[count...].allSatisfy { $0 == guardByte })
    if count >= 255 {
      // No group of 32 bytes, and not the last 32 bytes, contains only the initial value. So all parts were written.
      for start in stride(from: 0, to: count - 32, by: 32) {
        #expect(!bytes[start..<start + 32].allSatisfy { $0 == guardByte })
      }
      #expect(!bytes[count - 32..<count].allSatisfy { $0 == guardByte })
    }
  }

  @Test("SecRandomCopyBytes gives different bytes in each call")
  func differs() {
    var first = [UInt8](repeating: 0, count: 32)
    var second = first
    #expect(SecRandomCopyBytes(nil, first.count, &first) == errSecSuccess)
    #expect(SecRandomCopyBytes(nil, second.count, &second) == errSecSuccess)
    #expect(first != second)
  }

  @Test("SecRandomCopyBytes rejects a negative count and writes nothing", arguments: [-1, Int.min])
  func negativeCount(count: Int) {
    var byte: UInt8 = 7
    #expect(SecRandomCopyBytes(kSecRandomDefault, count, &byte) == errSecParam)
    #expect(byte == 7)
  }
}
