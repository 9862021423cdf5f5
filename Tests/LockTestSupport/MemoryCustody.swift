package import KeychainCrypto
package import KeychainModel
import Synchronization
import Vault

/// An unlock authority that stores tickets in memory. In a test, it replaces the kernel's keyring.
package final class MemoryCustody: UnlockAuthority {
  private struct Place: Hashable {
    let purpose: KeyTicket.Purpose
    let vaultID: RowIdentifier
  }

  private struct State {
    var tickets: [Place: [UInt8]] = [:]
    var isRefusing = false
    var seconds: UInt32?
    var kept: KeyTicket.Purpose?
  }

  private let state = Mutex(State())

  package init() {}

  /// Deletes all tickets. From now on, the authority rejects new tickets.
  package func refuse() { state.withLock { $0 = State(isRefusing: true) } }

  /// From now on, the authority keeps the tickets for `purpose` even after they have been revoked.
  package func keep(_ purpose: KeyTicket.Purpose) { state.withLock { $0.kept = purpose } }

  /// Deletes all tickets, like a restart of the machine.
  package func clear() { state.withLock { $0.tickets = [:] } }

  package var count: Int { state.withLock { $0.tickets.count } }

  /// The lifetime of the last published ticket for `whenUnlocked`, in seconds.
  package var seconds: UInt32? { state.withLock { $0.seconds } }

  /// Stores a ticket that was published earlier.
  package func replay(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) {
    state.withLock { $0.tickets[Place(purpose: purpose, vaultID: vaultID)] = ticket }
  }

  package func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    let isRefusing = state.withLock { state in
      guard !state.isRefusing else { return true }
      state.tickets[Place(purpose: purpose, vaultID: vaultID)] = ticket
      if purpose == .whenUnlocked { state.seconds = seconds }
      return false
    }
    if isRefusing { throw KeychainError(.notAvailable, "the kernel keeps no keys for this user") }
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    state.withLock { $0.tickets[Place(purpose: purpose, vaultID: vaultID)] }
  }

  package func revoke(
    _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier
  ) throws(KeychainError) {
    let isKept = state.withLock { state in
      guard state.kept != purpose else { return true }
      state.tickets[Place(purpose: purpose, vaultID: vaultID)] = nil
      return false
    }
    if isKept { throw KeychainError(.notAvailable, "the kernel does not give up a key") }
  }
}
