import KeychainModel

/// The value of `kSecValueData`.
enum Secret {
  /// Checks and converts a value. Only an add converts a string, to its UTF-8 bytes (D16).
  ///
  /// - Throws: `.parameter` for other types; `.dataTooLarge` for more than 64 MiB.
  static func given(
    _ value: PropertyValue?, to operation: Operation
  ) throws(KeychainError) -> [UInt8]? {
    guard let value else { return nil }
    let bytes: [UInt8]
    switch value {
    case .data(let data): bytes = data
    case .string(let text) where operation == .add: bytes = Array(text.utf8)
    default: throw KeychainError(.parameter, "kSecValueData takes data")
    }
    guard bytes.count <= Limits.secretByteCount else {
      throw KeychainError(.dataTooLarge, "a secret of \(bytes.count) bytes is too large")
    }
    return bytes
  }
}
