package import KeychainCrypto
package import KeychainModel

/// Creates passcodes for tests.
package enum Passcodes {
  package static func passcode(_ text: String) throws(KeychainError) -> Passcode {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    defer { bytes.deallocate() }
    _ = bytes.initialize(from: text.utf8)
    return try Passcode(UnsafeRawBufferPointer(bytes))
  }
}
