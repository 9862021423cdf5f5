import KeychainModel
import KeychainStore
import RowSealing

/// The result of opening a row of the database.
enum RowState {
  /// An item or a tombstone. Its secret was not read.
  case opened(ItemRow, OpenedRow)
  /// The row's access control requires a proof.
  case guarded
  /// The row's key was certainly destroyed: the item is gone for good. This is not damage.
  case dead
  /// The row's key is locked, or may be one of the locked keys.
  case locked
  /// The keybag does not have the row's key.
  case unknownKey(KeychainError)
  case damaged(KeychainError)
}

extension RowSealer {
  /// - Parameter row: Nil when the unsealed columns contain values that are invalid in every row.
  func condition(of row: ItemRow?, _ schema: ItemSchema) throws(KeychainError) -> RowState {
    guard let row else { return .damaged(KeychainError(.decode, "its readable columns are damaged")) }
    let status = ring.status(of: row.keyID)
    guard status != .locked else { return .locked }
    switch try open(row, schema) {
    case .opened(let content): return .opened(row, content)
    case .guarded: return .guarded
    case .damaged(let error): return .damaged(error)
    case .unknownKey where status == .usable:
      return .unknownKey(
        KeychainError(.notAvailable, "it is sealed for proofs of a passcode that was set after this keybag was made"))
    case .unknownKey:
      return .unknownKey(
        KeychainError(.notAvailable, "it is sealed under key \(row.keyID), which the keybag does not have"))
    case .dead:
      guard status == .usable || ring.openClasses.count == Accessibility.allCases.count else { return .locked }
      return try isDead(row, schema) ? .dead : .damaged(KeychainError(.decode, "its key number is damaged"))
    }
  }
}
