import CPlatform

extension [UInt8] {
  /// Overwrites the storage of the array, which all its copies share. The caller must know that no copy is
  /// used any more, and that the array was filled at run time.
  package func wipeEverywhere() {
    withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        lk_wipe(UnsafeMutableRawPointer(mutating: start), bytes.count)
      }
    }
  }
}
