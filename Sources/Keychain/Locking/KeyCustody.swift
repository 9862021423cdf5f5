package import KeychainCrypto
package import KeychainModel

/// Where processes of a user leave unlocked keys for each other, as tickets.
package protocol KeyCustody: Sendable {
  /// Leaves a ticket, in place of an earlier one.
  ///
  /// - Parameter seconds: After which it is to vanish; nil for not before the machine is started anew.
  /// - Throws: `.notAvailable` where nothing can be left.
  func put(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of storeID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError)

  /// The ticket that was left; nil when there is none, or none can be had.
  func ticket(_ purpose: KeyTicket.Purpose, of storeID: RowIdentifier) -> [UInt8]?

  /// Takes a ticket away, if there is one.
  ///
  /// - Throws: `.notAvailable` when it is still there.
  func remove(_ purpose: KeyTicket.Purpose, of storeID: RowIdentifier) throws(KeychainError)
}
