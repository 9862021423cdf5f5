/// The stores of a check: small, because it is to be short.
struct CheckedStores {
  let small: StoreFolder
  let even: StoreFolder
  let oneService: StoreFolder
  /// Of `even`, before anything was written to it.
  let bytesPerItem: Double

  init(_ options: Options) {
    small = StoreFolder.filled(.even, 1_000, options)
    even = StoreFolder.filled(.even, 10_000, options)
    oneService = StoreFolder.filled(.oneService, 10_000, options)
    bytesPerItem =
      even.byteCount(even.home + "/keychain.db") / Double(Filling.even.rowCount(even.count))
  }
}
