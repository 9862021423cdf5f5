import Keychain
import KeychainModel

/// The result of recovering items from quarantine.
public struct QuarantineOutcome: Sendable, Equatable {
  /// The number of recovered items.
  public let recoveredCount: Int

  /// One sentence for each row that stays in quarantine unchanged. It contains no value of an item.
  public let reasons: [String]
}

extension KeychainAdministration {
  /// Recovers the items in quarantine that can now be opened. They were moved there because they could not be opened
  /// and an equal item was added. An item stays in quarantine if another item has its identifying attributes; that
  /// item does not change. The call does not create a keychain.
  ///
  /// - Throws: `AdministrationError`. -25291 (`errSecNotAvailable`) if the keychain cannot be used, or another process
  ///   uses it for 30 seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`) if writing
  ///   fails. Nothing was changed then.
  @discardableResult
  public func recoverQuarantined() throws -> QuarantineOutcome {
    let outcome = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.recoverQuarantined()
    }
    return QuarantineOutcome(
      recoveredCount: outcome.recovered,
      reasons: outcome.kept.map { row in
        "\(row.itemClass?.rawValue ?? "unknown") \(row.number): \(row.reason.rawValue)"
      })
  }

  /// Permanently deletes the rows in quarantine, including rows that might become readable later.
  ///
  /// - Returns: The number of rows.
  /// - Throws: The errors of `recoverQuarantined()`.
  @discardableResult
  public func dropQuarantined() throws -> Int {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.dropQuarantined()
    }
  }
}
