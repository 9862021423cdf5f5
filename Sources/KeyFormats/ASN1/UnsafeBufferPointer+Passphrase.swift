extension UnsafeBufferPointer<UInt8> {
  /// Lends the bytes as OpenSSL wants a passphrase. An empty one is a place, too: a null pointer means that
  /// there is none.
  func withPassphrase<Result>(_ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    guard let baseAddress, !isEmpty else {
      return withUnsafePointer(to: CChar(0)) { body($0, 0) }
    }
    return baseAddress.withMemoryRebound(to: CChar.self, capacity: count) {
      body($0, Int32(clamping: count))
    }
  }
}
