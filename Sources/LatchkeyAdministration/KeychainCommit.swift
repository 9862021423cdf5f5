package import Keychain

/// A change of a keychain that was committed.
public struct KeychainCommit: Sendable, Equatable {
  /// The process that made it.
  public let process: Int32

  /// Whether a synchronizable item was added, changed or deleted.
  public let isSynchronizable: Bool

  package init(_ change: KeychainChange) {
    process = change.process
    isSynchronizable = change.isSynchronizable
  }
}
