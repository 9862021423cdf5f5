package import KeychainCrypto
package import KeychainModel
import Vault

/// Tickets in the memory of the service. They end with the process, so a service that was killed has no unlocked keys. A
/// service that ends in order hands its tickets to the next one.
package final class MemoryTickets: UnlockAuthority {
  private struct Place: Hashable {
    let purpose: KeyTicket.Purpose
    let vaultID: RowIdentifier
  }

  private let tickets = ForkSafeMutex<[Place: [UInt8]]>([:])

  package init() {}

  /// Reads the tickets that an earlier process of the service handed over. A ticket opens nothing when the keychain was
  /// locked or changed since.
  ///
  /// - Throws: `.decode` when the bytes are malformed.
  package init(handedOver bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var read: [Place: [UInt8]] = [:]
    var rest = bytes[...]
    func take(_ count: Int) throws(KeychainError) -> [UInt8] {
      guard count <= rest.count else { throw KeychainError(.decode, "the tickets of the earlier service are damaged") }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    while !rest.isEmpty {
      let head = try take(Self.headByteCount)
      guard let purpose = KeyTicket.Purpose(rawValue: head[0]), let vaultID = RowIdentifier(head[1..<17]) else {
        throw KeychainError(.decode, "the tickets of the earlier service are damaged")
      }
      let count = Int(head[17]) | Int(head[18]) << 8
      read[Place(purpose: purpose, vaultID: vaultID)] = try take(count)
    }
    tickets.withLock { $0 = read }
  }

  /// The purpose, the vault and the length of a ticket.
  private static let headByteCount = 1 + 16 + 2

  package var isEmpty: Bool { tickets.withLock { $0.isEmpty } }

  /// The bytes for the next process of the service; empty when no keychain is unlocked.
  package var bytesToHandOver: [UInt8] {
    tickets.withLock { tickets in
      tickets.reduce(into: []) { bytes, entry in
        bytes.append(entry.key.purpose.rawValue)
        bytes += entry.key.vaultID.bytes
        bytes += [UInt8(entry.value.count & 0xFF), UInt8(entry.value.count >> 8)]
        bytes += entry.value
      }
    }
  }

  /// Drops the tickets of all other vaults.
  func keep(only vaultIDs: Set<RowIdentifier>) {
    tickets.withLock { tickets in
      for place in tickets.keys where !vaultIDs.contains(place.vaultID) {
        var ticket = tickets.removeValue(forKey: place)
        ticket?.wipe()
      }
    }
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    tickets.withLock { $0[Place(purpose: purpose, vaultID: vaultID)] }
  }

  /// The time limit of a ticket is part of the ticket, so a ticket that stays longer opens nothing.
  package func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    var earlier = tickets.withLock { $0.updateValue(ticket, forKey: Place(purpose: purpose, vaultID: vaultID)) }
    earlier?.wipe()
  }

  package func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    var ticket = tickets.withLock { $0.removeValue(forKey: Place(purpose: purpose, vaultID: vaultID)) }
    ticket?.wipe()
  }
}
