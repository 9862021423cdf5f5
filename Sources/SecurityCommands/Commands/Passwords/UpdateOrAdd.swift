import Keychain
import KeychainModel

/// The command `add -U`. It changes the first item that the identifying attributes match, or adds an item if there is
/// none.
struct UpdateOrAdd {
  let kind: PasswordKind
  let given: AttributeSet
  let password: [UInt8]?
  let arguments: Arguments
  let session: CommandSession

  /// The number of attempts. Another process may add or delete the item between the search and the change.
  private static let attempts = 3

  /// - Parameter add: Adds the item. It is called only if no item was found. macOS also calls it after other failures,
  ///   and then reports a duplicate instead of the actual failure.
  func run(add: () throws(CommandFailure) -> Void) throws(CommandFailure) {
    for attempt in 1... {
      do throws(CommandFailure) {
        return try update()
      } catch {
        guard error.isItemNotFound else { throw error }
      }
      do throws(CommandFailure) {
        return try add()
      } catch {
        guard error.isDuplicateItem, attempt < Self.attempts else { throw error }
      }
    }
  }

  private func update() throws(CommandFailure) {
    let query = try kind.query(given.filter { kind.identifying.contains($0) }, arguments)
    let item = try session.firstItem(query, [])
    // The identifying attributes already match. They are not written, because the value may have another type.
    let changes = kind.labelled(given).filter { !kind.identifying.contains($0) }
    let request = UpdateRequest(kind.query(for: item), changes: changes, secret: password)
    _ = try session.perform(.update(request), in: "SecKeychainItemModifyContent")
  }
}

extension AttributeSet {
  /// Returns the attributes whose names satisfy a condition.
  fileprivate func filter(_ isIncluded: (AttributeName) -> Bool) -> AttributeSet {
    var result = AttributeSet()
    for (name, value) in entries where isIncluded(name) { result.append(name, value) }
    return result
  }
}
