import Security

/// Calls the older key functions, which write to a buffer.
enum OlderKeyCall {
  struct Result {
    let status: OSStatus
    /// The bytes that the function wrote. Nil if the function failed.
    let bytes: [UInt8]?
  }

  typealias Function = (
    SecKey, SecPadding, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>,
    UnsafeMutablePointer<Int>
  ) -> OSStatus

  static func call(
    _ function: Function, _ key: SecKey, _ padding: SecPadding, _ input: [UInt8], room: Int = 1024
  ) -> Result {
    var output = [UInt8](repeating: 0xEE, count: max(room, 1))
    var count = room
    // The additional byte gives the array an address even if `input` is empty.
    let status = function(key, padding, input + [0], input.count, &output, &count)
    return Result(
      status: status, bytes: status == errSecSuccess ? Array(output.prefix(count)) : nil)
  }

  static func sign(_ key: SecKey, _ padding: SecPadding, _ input: [UInt8]) -> Result {
    call(SecKeyRawSign, key, padding, input)
  }

  static func encrypt(_ key: SecKey, _ padding: SecPadding, _ input: [UInt8]) -> Result {
    call(SecKeyEncrypt, key, padding, input)
  }

  static func decrypt(_ key: SecKey, _ padding: SecPadding, _ input: [UInt8]) -> Result {
    call(SecKeyDecrypt, key, padding, input)
  }
}
