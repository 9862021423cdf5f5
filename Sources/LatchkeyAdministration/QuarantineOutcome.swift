import Keychain
import KeychainModel

/// What came of recovering items from quarantine.
public struct QuarantineOutcome: Sendable, Equatable {
  /// How many items are in their place again.
  public let recoveredCount: Int

  /// One sentence for each row that stays in quarantine, unchanged, without any value of an item.
  public let reasons: [String]
}

extension KeychainAdministration {
  /// Puts back the items that were moved out of the way of equal ones because they did not open, and
  /// that open now. One whose identifying attributes another item has by now stays in quarantine, and
  /// that item stays as it is. Where there is no keychain, none is made.
  ///
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when the keychain
  ///   cannot be used or another process keeps it busy for 30 seconds, -25292 (`errSecReadOnly`),
  ///   -36 (`errSecIO`) or -108 (`errSecAllocate`) when writing fails so. Then nothing was changed.
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

  /// Deletes what lies in quarantine, for good: also what could be read again one day.
  ///
  /// - Returns: The number of rows.
  /// - Throws: As `recoverQuarantined()`.
  @discardableResult
  public func dropQuarantined() throws -> Int {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.dropQuarantined()
    }
  }
}
