import Keychain
import KeychainModel

/// `add -U`: changes the first item that what is given identifies, or adds one if there is none.
struct UpdateOrAdd {
  let kind: PasswordKind
  let given: AttributeSet
  let password: [UInt8]?
  let arguments: Arguments
  let session: Session

  /// How often the item may come or go between looking for it and acting on it.
  private static let attempts = 3

  /// - Parameter add: Adds the item. Called only when there is none: macOS also does so after other
  ///   failures, and then reports a duplicate instead of what was wrong.
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
    // What identified the item is equal already, and is not written again in another type.
    let changes = kind.labelled(given).filter { !kind.identifying.contains($0) }
    let request = UpdateRequest(kind.query(for: item), changes: changes, secret: password)
    _ = try session.perform(.update(request), in: "SecKeychainItemModifyContent")
  }
}

extension AttributeSet {
  /// The attributes whose names satisfy a condition.
  fileprivate func filter(_ isIncluded: (AttributeName) -> Bool) -> AttributeSet {
    var result = AttributeSet()
    for (name, value) in entries where isIncluded(name) { result.append(name, value) }
    return result
  }
}
