/// A commit to the keychain.
package struct KeychainChange: Sendable, Equatable {
  /// Whether a synchronizable item was added, changed or deleted.
  package var isSynchronizable: Bool

  /// The process that made the commit.
  package var process: Int32

  package init(isSynchronizable: Bool, process: Int32) {
    self.isSynchronizable = isSynchronizable
    self.process = process
  }
}
