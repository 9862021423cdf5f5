/// The stores for `make bench-check`. The stores are small, so that the check is short.
struct CheckedStores {
  let small: StoreFolder
  let even: StoreFolder
  let oneService: StoreFolder
  /// The size of the database in the store `even`, in bytes, divided by the number of rows. The size is taken before a
  /// measurement writes to the database.
  let bytesPerItem: Double

  init(_ options: Options) {
    small = StoreFolder.filled(.even, 1_000, options)
    even = StoreFolder.filled(.even, 10_000, options)
    oneService = StoreFolder.filled(.oneService, 10_000, options)
    bytesPerItem =
      even.byteCount(even.home + "/keychain.db") / Double(Filling.even.rowCount(even.count))
  }
}
