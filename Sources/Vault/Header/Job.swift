package import KeychainModel

/// Work on the files of a vault that must not stay half done: a line of the header, which outlives the
/// database.
///
/// The line is on the disk before the first step that cannot be undone, and it holds everything that
/// resumption needs.
package struct Job: Equatable, Sendable {
  package enum Kind: UInt32, Sendable, CaseIterable {
    case create = 1
    case erase = 2
    case repair = 3
    case changeDeviceKey = 4
    case accept = 5
  }

  package let kind: Kind
  /// The database that is in force once the job is done; nil for a job that makes none.
  package let databaseID: RowIdentifier?
  /// The keybag that is in force once the job is done; 0 for a job that makes none.
  package let keybagNumber: UInt64
  /// The name under which a repair sets the damaged database aside; empty for other jobs.
  package let name: String

  init(_ kind: Kind, databaseID: RowIdentifier?, keybagNumber: UInt64, name: String) {
    self.kind = kind
    self.databaseID = databaseID
    self.keybagNumber = keybagNumber
    self.name = name
  }

  /// The files of a new vault are made. Its database has this identifier once it is there.
  package static func create(_ databaseID: RowIdentifier) -> Job {
    Job(.create, databaseID: databaseID, keybagNumber: 1, name: "")
  }

  /// The keys and the files of the vault are destroyed.
  package static let erase = Job(.erase, databaseID: nil, keybagNumber: 0, name: "")

  /// A database that was salvaged takes the place of a damaged one.
  ///
  /// - Parameters:
  ///   - databaseID: The new one.
  ///   - name: For the damaged one; 128 bytes at most.
  package static func repair(_ databaseID: RowIdentifier, aside name: String) -> Job {
    precondition(name.utf8.count <= HeaderState.longestName)
    return Job(.repair, databaseID: databaseID, keybagNumber: 0, name: name)
  }

  /// The device key changes together with the keybag of this number.
  package static func changeDeviceKey(keybag number: UInt64) -> Job {
    Job(.changeDeviceKey, databaseID: nil, keybagNumber: number, name: "")
  }

  /// The database that is there is accepted under a new identifier, with the keybag of this number.
  package static func accept(_ databaseID: RowIdentifier, keybag number: UInt64) -> Job {
    Job(.accept, databaseID: databaseID, keybagNumber: number, name: "")
  }
}
