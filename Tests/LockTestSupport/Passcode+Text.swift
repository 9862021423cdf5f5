package import KeychainCrypto

/// Returns the passcode whose UTF-8 bytes are `text`.
package func passcode(_ text: String) throws -> Passcode {
  let bytes = Array(text.utf8)
  return try bytes.withUnsafeBytes { try Passcode($0) }
}
