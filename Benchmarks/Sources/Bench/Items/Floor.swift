import CFloor

/// The comparison for all measurements: the same items, stored with only SQLite and OpenSSL (see `CFloor.h`).
final class Floor {
  private let store: OpaquePointer
  private var secret = [UInt8](repeating: 0, count: 4096)

  /// Opens or creates a database.
  ///
  /// - Parameter isLean: Whether the database has one index instead of five.
  init(_ path: String, isLean: Bool = false) {
    guard let store = floor_open(path, isLean ? 1 : 0) else {
      fail("the floor's database does not open: \(path)")
    }
    self.store = store
  }

  deinit { floor_close(store) }

  // MARK: Searches

  func find(_ item: TypicalItem) {
    var length: Int32 = 0
    check(item.withFloorItem { floor_find(store, $0, &secret, &length) })
  }

  func read(_ item: TypicalItem) {
    var length: Int32 = 0
    check(item.withFloorItem { floor_read(store, $0, &secret, &length) })
  }

  func exists(_ item: TypicalItem) { check(item.withFloorItem { floor_exists(store, $0) }) }

  func miss(_ item: TypicalItem) {
    var length: Int32 = 0
    check(item.withFloorItem { floor_find(store, $0, &secret, &length) } == 1 ? 0 : 1)
  }

  func find(service: String, count: Int) {
    check(floor_find_service(store, service) == count ? 0 : 1)
  }

  func find(first count: Int) { check(floor_find_first(store, count) == count ? 0 : 1) }

  // MARK: Writes

  func add(_ item: TypicalItem) { write { item.withFloorItem { floor_add(store, $0) } } }
  func update(_ item: TypicalItem) { write { item.withFloorItem { floor_update(store, $0) } } }
  func delete(_ item: TypicalItem) { write { item.withFloorItem { floor_delete(store, $0) } } }

  /// Adds an item within the current transaction.
  func insert(_ item: TypicalItem) { check(item.withFloorItem { floor_add(store, $0) }) }

  /// Runs `body` in one transaction. The process must not measure afterwards, because its page cache is enlarged.
  func fill(_ body: (Floor) -> Void) {
    check(floor_prepare_filling(store))
    check(floor_begin(store))
    body(self)
    check(floor_commit(store))
  }

  private func write(_ body: () -> Int32) {
    check(floor_begin(store))
    check(body())
    check(floor_commit(store))
  }

  private func check(_ result: Int32, line: UInt = #line) {
    if result != 0 { fail("the floor failed at line \(line)") }
  }
}
