package import Keychain

/// A committed change of a keychain.
public struct KeychainCommit: Sendable, Equatable {
  /// The identifier of the process that made the change.
  public let process: Int32

  /// Whether a synchronizable item was added, changed or deleted.
  public let isSynchronizable: Bool

  package init(_ change: KeychainChange) {
    process = change.process
    isSynchronizable = change.isSynchronizable
  }
}
