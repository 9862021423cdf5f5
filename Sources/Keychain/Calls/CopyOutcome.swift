import KeychainModel

/// The result of making or storing a copy of a keychain.
package struct CopyOutcome: Sendable, Equatable {
  /// The number of items in the copy, or of items that were stored.
  package var items = 0
  /// The number of tombstones of synchronizable items.
  package var tombstones = 0
  /// The number of rows in quarantine.
  package var quarantined = 0
  /// The number of rows that do not open, and were stored in quarantine for this reason.
  package var damaged = 0
  /// The number of rows in the groups of protected applications, which were left out.
  package var reserved = 0
  /// The number of rows of protected programs, which were left out.
  package var protected = 0
  /// Whether the same copy was stored before, so that nothing was changed.
  package var isRepeated = false
  /// The digest of the copy, 32 bytes.
  package var digest: [UInt8] = []

  package init() {}
}
