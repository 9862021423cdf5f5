extension String {
  /// The text of bytes in UTF-8. Returns nil when the bytes are not UTF-8.
  ///
  /// For a short text, this is about three times faster than `String(validating:as:)`, which is not specialized.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    // Most texts are ASCII, which is valid.
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
    } else {
      self.init(validating: bytes, as: UTF8.self)
    }
  }
}
