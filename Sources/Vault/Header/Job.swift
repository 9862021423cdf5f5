package import KeychainModel

/// Work on the files of a vault that must be finished after an interruption. The header records the job, so the job
/// survives the loss of the database.
///
/// The job is on the disk before the first step that cannot be undone. The job contains everything that resumption
/// needs. The job names the databases before and after the work, so that an outdated job is recognized.
package struct Job: Equatable, Sendable {
  package enum Kind: UInt32, Sendable, CaseIterable {
    case create = 1
    case erase = 2
    case repair = 3
  }

  package let kind: Kind
  /// The identifier of the database before the work; nil when there is no database, or the identifier is unknown.
  package let from: RowIdentifier?
  /// The identifier of the database in force after the work; nil when there is no database.
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

  /// Replacement of a damaged database by a salvaged database.
  ///
  /// - Parameters:
  ///   - from: The identifier of the damaged database; nil when the identifier is unknown.
  ///   - to: The identifier of the new database.
  package static func repair(from: RowIdentifier?, to: RowIdentifier) -> Job { Job(.repair, from: from, to: to) }
}
