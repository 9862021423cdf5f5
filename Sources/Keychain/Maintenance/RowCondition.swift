import KeychainModel
import KeychainStore
import RowSealing

/// What a row of the database turns out to be when it is opened.
enum RowCondition {
  /// An item or a tombstone. Its secret was not read.
  case opened(StoredRow, OpenedRow)
  /// Its access control asks for a proof.
  case guarded
  /// Its key was destroyed, beyond doubt: it is gone for good, and no damage.
  case dead
  /// Its key is locked, or one of the locked keys may be its key.
  case locked
  /// The keybag does not have its key.
  case unknownKey(KeychainError)
  case damaged(KeychainError)
}

extension RowSealer {
  /// - Parameter row: Nil for a row whose readable columns hold what no row can hold.
  func condition(of row: StoredRow?, _ schema: ItemSchema) throws(KeychainError) -> RowCondition {
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
