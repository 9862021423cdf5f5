package import KeychainModel

/// Work on the files of a vault that must not stay half done: a line of the header, which outlives the
/// database.
///
/// The line is on the disk before the first step that cannot be undone, and it holds everything that
/// resumption needs. It names the databases that the work begins and ends with, so that a line of another time
/// is not taken for one of this vault.
package struct Job: Equatable, Sendable {
  package enum Kind: UInt32, Sendable, CaseIterable {
    case create = 1
    case erase = 2
    case repair = 3
  }

  package let kind: Kind
  /// The database that the work begins with; nil where there is none, or it says none.
  package let from: RowIdentifier?
  /// The database that is in force once the work is done; nil where none is, or none is made.
  package let to: RowIdentifier?

  init(_ kind: Kind, from: RowIdentifier? = nil, to: RowIdentifier? = nil) {
    self.kind = kind
    self.from = from
    self.to = to
  }

  /// The files of a new vault are made.
  package static func create(to: RowIdentifier) -> Job { Job(.create, to: to) }

  /// The keys and the files of the vault are destroyed.
  package static func erase(from: RowIdentifier?) -> Job { Job(.erase, from: from) }

  /// A database that was salvaged takes the place of a damaged one.
  ///
  /// - Parameters:
  ///   - from: The damaged one; nil when it does not say.
  ///   - to: The new one.
  package static func repair(from: RowIdentifier?, to: RowIdentifier) -> Job { Job(.repair, from: from, to: to) }
}
