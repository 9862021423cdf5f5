extension UnsafeBufferPointer<UInt8> {
  /// Lends the bytes in the form of an OpenSSL passphrase. An empty passphrase also has a non-null pointer,
  /// because a null pointer means that there is no passphrase.
  func withPassphrase<Result>(_ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    guard let baseAddress, !isEmpty else {
      return withUnsafePointer(to: CChar(0)) { body($0, 0) }
    }
    return baseAddress.withMemoryRebound(to: CChar.self, capacity: count) {
      body($0, Int32(clamping: count))
    }
  }
}
