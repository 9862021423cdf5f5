package import KeychainCrypto

/// The passcode with this text.
package func passcode(_ text: String) throws -> Passcode {
  let bytes = Array(text.utf8)
  return try bytes.withUnsafeBytes { try Passcode($0) }
}
