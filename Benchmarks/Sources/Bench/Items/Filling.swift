import Foundation
import Security

/// The kinds of content with which a store is filled before the measurement.
enum Filling: String, CaseIterable, Codable {
  case even
  /// Every item has the same service.
  case oneService = "one service"
  /// Every item is synchronizable. The measured items are additional local items.
  case synchronizable
  /// Every item was deleted and left a tombstone. The measured items are additional items that exist.
  case tombstones

  static let sharedService = "the service of all.."
  static let serviceOfTen = "the service of ten.."

  /// The number of items that the searches find.
  static let measuredCount = 2000

  /// Returns the items that the searches find in a store with this filling.
  func measured(_ count: Int) -> [TypicalItem] {
    (0..<Self.measuredCount).map { index in
      switch self {
      case .even: TypicalItem(index * 7919 % count)
      case .oneService: TypicalItem(index * 7919 % count, service: Self.sharedService)
      case .synchronizable, .tombstones: TypicalItem(index, .local)
      }
    }
  }

  /// Returns the number of rows in a filled store.
  func rowCount(_ count: Int) -> Int {
    switch self {
    case .even, .oneService: count + 10
    case .synchronizable, .tombstones: count + Self.measuredCount + 10
    }
  }

  /// Fills the keychain, and fills the databases of `floors` with the same number of rows.
  func fill(_ count: Int, floors: [Floor]) {
    for index in 0..<count { add(item(index)) }
    if self == .tombstones { deleteSynchronizable() }
    if self == .synchronizable || self == .tombstones {
      for item in measured(count) { add(item.item()) }
    }
    for index in 0..<10 { add(TypicalItem(index, .row, service: Self.serviceOfTen).item()) }
    for floor in floors { fill(floor, count) }
  }

  private func item(_ index: Int) -> [String: Any] {
    switch self {
    case .even: TypicalItem(index).item()
    case .oneService: TypicalItem(index, service: Self.sharedService).item()
    case .synchronizable, .tombstones:
      TypicalItem(index).item([kSecAttrSynchronizable as String: true])
    }
  }

  /// Fills a database of the floor (CFloor.h). The filling is always even, because the other stores are compared with
  /// an even store.
  private func fill(_ floor: Floor, _ count: Int) {
    floor.fill { floor in
      for index in 0..<(rowCount(count) - 10) { floor.insert(TypicalItem(index)) }
      for index in 0..<10 {
        floor.insert(TypicalItem(index, .row, service: Self.serviceOfTen))
      }
    }
  }

  private func deleteSynchronizable() {
    let all: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrSynchronizable as String: true,
    ]
    require(SecItemDelete(all as CFDictionary))
  }

  private func add(_ item: [String: Any]) { require(SecItemAdd(item as CFDictionary, nil)) }
}
