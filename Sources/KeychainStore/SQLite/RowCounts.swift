package import KeychainModel

/// The number of rows of each class in a database, including tombstones.
package struct RowCounts: Equatable, Sendable {
  package var genericPasswords: Int64
  package var internetPasswords: Int64
  package var keys: Int64
  package var certificates: Int64

  package init(
    genericPasswords: Int64 = 0, internetPasswords: Int64 = 0, keys: Int64 = 0,
    certificates: Int64 = 0
  ) {
    self.genericPasswords = genericPasswords
    self.internetPasswords = internetPasswords
    self.keys = keys
    self.certificates = certificates
  }

  /// The number of rows of a stored class. Identities are not stored.
  package subscript(itemClass: ItemClass) -> Int64 {
    get {
      switch itemClass {
      case .genericPassword: genericPasswords
      case .internetPassword: internetPasswords
      case .key: keys
      case .certificate: certificates
      case .identity: 0
      }
    }
    set {
      switch itemClass {
      case .genericPassword: genericPasswords = newValue
      case .internetPassword: internetPasswords = newValue
      case .key: keys = newValue
      case .certificate: certificates = newValue
      case .identity: break
      }
    }
  }
}

extension RowCounts {
  /// The number of rows of all classes.
  package var total: Int64 { ItemClass.stored.reduce(0) { $0 &+ self[$1] } }

  /// Adds the changes of a transaction to the counts before the transaction. A change is negative if rows were removed.
  package static func + (left: RowCounts, right: RowCounts) -> RowCounts {
    RowCounts(
      genericPasswords: left.genericPasswords &+ right.genericPasswords,
      internetPasswords: left.internetPasswords &+ right.internetPasswords,
      keys: left.keys &+ right.keys, certificates: left.certificates &+ right.certificates)
  }
}
