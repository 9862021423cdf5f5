import KeychainModel

/// A collection as a program sees it while the person has not allowed the program to use the Secret Service: like a
/// locked collection. So every client asks to unlock it, and the person is asked.
struct UndecidedCollection: ItemCollection {
  let base: any ItemCollection

  var dates: (created: UInt64, modified: UInt64) { base.dates }

  func isLocked() -> Bool { true }

  func lock() throws(KeychainError) -> Bool { try base.lock() }

  func find(_ wanted: FreeAttributes) throws(KeychainError) -> [FoundItem] {
    try base.find(wanted).map { FoundItem(identifier: $0.identifier, isLocked: true) }
  }

  func items(_ identifiers: [RowIdentifier], withSecrets: Bool) throws(KeychainError) -> [SecretItem] {
    try base.items(identifiers, withSecrets: false).map {
      SecretItem(identifier: $0.identifier, itemClass: $0.itemClass, isLocked: true)
    }
  }

  func store(_ item: NewItem, replaces: Bool) throws(KeychainError) -> (identifier: RowIdentifier, isNew: Bool) {
    throw Self.undecided
  }

  func change(_ item: SecretItem, _ change: ItemChange) throws(KeychainError) { throw Self.undecided }

  func delete(_ item: SecretItem) throws(KeychainError) { throw Self.undecided }

  private static var undecided: KeychainError {
    KeychainError(.interactionNotAllowed, "the person has not allowed the program to use the Secret Service")
  }
}
