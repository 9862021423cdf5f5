import CPlatform

extension [UInt8] {
  /// Overwrites the array in all its copies: for whoever knows that nobody reads any of them any more, and
  /// that it was filled at run time.
  package func wipeEverywhere() {
    withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        lk_wipe(UnsafeMutableRawPointer(mutating: start), bytes.count)
      }
    }
  }
}
