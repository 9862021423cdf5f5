import Foundation
import Security

/// How a store is filled before it is measured.
enum Filling: String, CaseIterable {
  case even
  /// Every item has the same service.
  case oneService = "one service"
  /// Every item is synchronizable; local ones are measured.
  case synchronizable
  /// Every item was deleted and left a tombstone; live ones are measured.
  case tombstones

  static let sharedService = "the-shared-service--"

  /// The items that are measured: among the others, or beside them.
  func measured(_ count: Int) -> [TypicalItem] {
    (0..<2000).map { index in
      let place = index * 7919 % count
      return switch self {
      case .even: TypicalItem(place)
      case .oneService: TypicalItem(place, sharedService: Self.sharedService)
      case .synchronizable, .tombstones: TypicalItem(index, service: "local")
      }
    }
  }

  /// Adds the items.
  func fill(_ count: Int) {
    for index in 0..<count {
      switch self {
      case .even: add(TypicalItem(index).item())
      case .oneService: add(TypicalItem(index, sharedService: Self.sharedService).item())
      case .synchronizable, .tombstones:
        add(TypicalItem(index).item([kSecAttrSynchronizable as String: true]))
      }
    }
    if self == .tombstones {
      let all: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrSynchronizable as String: true,
      ]
      require(SecItemDelete(all as CFDictionary))
    }
    if self == .synchronizable || self == .tombstones {
      for item in Set(measured(count).map(\.service)).sorted().indices {
        add(TypicalItem(item, service: "local").item())
      }
    }
    for index in 0..<10 { add(TypicalItem(index, sharedService: Self.ten).item()) }
  }

  static let ten = "ten-of-one-service--"

  private func add(_ item: [String: Any]) { require(SecItemAdd(item as CFDictionary, nil)) }
}

/// Ends the program when a call fails: its time would mean nothing.
func require(
  _ status: OSStatus, _ expected: OSStatus = errSecSuccess, line: UInt = #line
) {
  guard status != expected else { return }
  FileHandle.standardError.write(Data("bench: status \(status) at line \(line)\n".utf8))
  exit(1)
}
