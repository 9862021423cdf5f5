package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
import Vault

/// An unlock authority that stores tickets in memory. A test can save a ticket and store it again later.
package final class MemoryAuthority: UnlockAuthority {
  private struct Content: Sendable {
    var tickets: [KeyTicket.Purpose: [UInt8]] = [:]
    var isRefusing = false
    var isKeeping = false
  }

  private let content = ForkSafeMutex(Content())

  package init() {}

  /// Deletes all tickets. From now on, rejects new tickets, like a kernel without keyrings.
  package func refuse() { content.withLock { $0 = Content(isRefusing: true) } }

  /// From now on, keeps all tickets even when they are revoked.
  package func keep() { content.withLock { $0.isKeeping = true } }

  package var count: Int { content.withLock { $0.tickets.count } }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    content.withLock { $0.tickets[purpose] }
  }

  package func replay(_ ticket: [UInt8]?, _ purpose: KeyTicket.Purpose) {
    content.withLock { $0.tickets[purpose] = ticket }
  }

  package func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    let isTaken = content.withLock { content in
      if !content.isRefusing { content.tickets[purpose] = ticket }
      return !content.isRefusing
    }
    guard isTaken else { throw KeychainError(.notAvailable, "no ticket can be left") }
  }

  package func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    let isKept = content.withLock { content in
      if !content.isKeeping { content.tickets[purpose] = nil }
      return content.isKeeping
    }
    if isKept { throw KeychainError(.notAvailable, "a ticket is not given up") }
  }
}

/// A clock whose time changes only when a test changes it.
package final class TestClock: BootClock {
  private let content = ForkSafeMutex(
    (now: BootTimestamp(boot: RowIdentifier(high: 1, low: 1), time: 100_000_000_000), slept: Int64(0)))

  package init() {}

  package var now: BootTimestamp { content.withLock { $0.now } }
  package var suspended: Int64 { content.withLock { $0.slept } }

  package func pass(seconds: Int64, asleep: Bool = false) {
    content.withLock { content in
      content.now = BootTimestamp(
        boot: content.now.boot, time: content.now.time + seconds * 1_000_000_000)
      if asleep { content.slept += seconds * 1_000_000_000 }
    }
  }

  /// Simulates a restart of the machine.
  package func restart() {
    content.withLock { content in
      content.now = BootTimestamp(
        boot: RowIdentifier(high: content.now.boot.high + 1, low: 1), time: 1_000_000_000)
      content.slept = 0
    }
  }
}

/// Returns the passcode whose UTF-8 bytes are `text`.
package func passcode(_ text: String) throws -> Passcode {
  let bytes = Array(text.utf8)
  return try bytes.withUnsafeBytes { try Passcode($0) }
}

/// The lowest cost of Argon2 that `Argon2Cost` allows, so that tests are fast.
package var quickCost: Argon2Cost {
  guard let cost = Argon2Cost(passes: 1, memory: 8, lanes: 1) else {
    preconditionFailure("within bounds")
  }
  return cost
}
