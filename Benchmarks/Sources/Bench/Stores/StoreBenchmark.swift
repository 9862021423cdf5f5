import Foundation
import Security

/// Measures every operation in a store, alternately with the floor (CFloor.h). The benchmark runs in its own process.
struct StoreBenchmark {
  let store: StoreFolder
  let items: [TypicalItem]
  /// The items that the floor finds.
  let floorItems: [TypicalItem]
  let floor: Floor
  let leanFloor: Floor
  /// The numbers of samples of a search and of a write.
  let searchCount: Int
  let writeCount: Int
  private(set) var operations: [OperationReport] = []
  var footprint = Footprint()

  init(_ store: StoreFolder, isQuick: Bool) {
    self.store = store
    items = store.filling.measured(store.count)
    floorItems = Filling.even.measured(store.count)
    floor = Floor(store.floorPath)
    leanFloor = Floor(store.leanFloorPath, isLean: true)
    searchCount = Filling.measuredCount
    writeCount = isQuick ? 200 : 500
  }

  mutating func run() -> StoreReport {
    measureSizes()
    measureSearches()
    measureWrites()
    return StoreReport(
      filling: store.filling, count: store.count, operations: operations, footprint: footprint)
  }

  private mutating func measureSizes() {
    let rows = Double(store.filling.rowCount(store.count))
    footprint.bytesPerItem = store.byteCount(store.home + "/keychain.db") / rows
    footprint.floorBytesPerItem = store.byteCount(store.floorPath) / rows
    footprint.leanFloorBytesPerItem = store.byteCount(store.leanFloorPath) / rows
  }

  mutating func note(
    _ operation: MeasuredOperation, _ keychain: Samples, floor: Samples? = nil,
    asWritten: Samples? = nil, leanFloor: Samples? = nil
  ) {
    operations.append(
      OperationReport(
        operation: operation, keychain: keychain.summary, asWritten: asWritten?.summary,
        floor: floor?.summary, leanFloor: leanFloor?.summary,
        ratio: floor.map { Ratio(keychain, to: $0) }))
  }
}
