package import KeychainModel

/// Work on the files of a vault that must be finished after an interruption. It is a line of the header, so it survives
/// the loss of the database.
///
/// The line is on the disk before the first step that cannot be undone. It holds everything that resumption needs. It
/// names the databases before and after the work, so that a stale line is not taken for a line of this vault.
package struct Job: Equatable, Sendable {
  package enum Kind: UInt32, Sendable, CaseIterable {
    case create = 1
    case erase = 2
    case repair = 3
  }

  package let kind: Kind
  /// The database before the work; nil when there is none, or its identifier is unknown.
  package let from: RowIdentifier?
  /// The database in force after the work; nil when there is none.
  package let to: RowIdentifier?

  init(_ kind: Kind, from: RowIdentifier? = nil, to: RowIdentifier? = nil) {
    self.kind = kind
    self.from = from
    self.to = to
  }

  /// Creation of the files of a new vault.
  package static func create(to: RowIdentifier) -> Job { Job(.create, to: to) }

  /// Destruction of the keys and the files of the vault.
  package static func erase(from: RowIdentifier?) -> Job { Job(.erase, from: from) }

  /// Replacement of a damaged database by a salvaged one.
  ///
  /// - Parameters:
  ///   - from: The identifier of the damaged database; nil when it is unknown.
  ///   - to: The identifier of the new database.
  package static func repair(from: RowIdentifier?, to: RowIdentifier) -> Job { Job(.repair, from: from, to: to) }
}
