import CFloor
import Foundation

/// SQLite and OpenSSL alone, over the same items.
final class Floor {
  private let store: OpaquePointer
  private var secret = [UInt8](repeating: 0, count: 4096)

  init(_ path: String, _ items: [TypicalItem]) {
    guard let store = floor_open(path) else { fatalError("the floor's database does not open") }
    self.store = store
    _ = floor_begin(store)
    for item in items { add(item, inTransaction: false) }
    _ = floor_commit(store)
  }

  deinit { floor_close(store) }

  func find(_ item: TypicalItem) {
    var length: Int32 = 0
    _ = floor_find(store, item.service, item.account, &secret, &length)
  }

  func scan(_ service: String) { _ = floor_scan(store, service) }

  func add(_ item: TypicalItem, inTransaction: Bool = true) {
    if inTransaction { _ = floor_begin(store) }
    _ = floor_add(
      store, item.service, item.account, item.label, TypicalItem.secret,
      Int32(TypicalItem.secret.count))
    if inTransaction { _ = floor_commit(store) }
  }

  func update(_ item: TypicalItem) {
    _ = floor_begin(store)
    _ = floor_update(
      store, item.service, item.account, TypicalItem.secret, Int32(TypicalItem.secret.count))
    _ = floor_commit(store)
  }

  func delete(_ item: TypicalItem) {
    _ = floor_begin(store)
    _ = floor_delete(store, item.service, item.account)
    _ = floor_commit(store)
  }
}
