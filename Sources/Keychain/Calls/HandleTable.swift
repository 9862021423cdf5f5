import KeychainCrypto
import KeychainModel

/// What a service keeps for its clients, by handle. A handle is of use to its own client alone.
final class HandleTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let client: UInt64
    let value: Value
  }

  private let entries = Guarded<[Handle: Entry]>([:])

  func add(_ value: Value, _ handle: Handle, of peer: Peer) {
    entries.withLock { $0[handle] = Entry(client: peer.client, value: value) }
  }

  /// - Throws: `.parameter` with the cause `unknownHandle`.
  func value(_ handle: Handle, of peer: Peer) throws(KeychainError) -> Value {
    guard let entry = entries.withLock({ $0[handle] }), entry.client == peer.client else {
      throw Handle.unknown
    }
    return entry.value
  }

  /// Does nothing for the handle of another client.
  func remove(_ handle: Handle, of peer: Peer) {
    entries.withLock { entries in
      if entries[handle]?.client == peer.client { entries[handle] = nil }
    }
  }

  /// Removes everything of a client that is gone.
  ///
  /// - Returns: What was removed.
  @discardableResult
  func removeAll(of client: UInt64) -> [Value] {
    entries.withLock { entries in
      let removed = entries.filter { $1.client == client }
      for handle in removed.keys { entries[handle] = nil }
      return removed.values.map(\.value)
    }
  }
}

extension Handle {
  init(random: some RandomSource) throws(KeychainError) { self.init(try random.makeIdentifier()) }

  static var unknown: KeychainError {
    KeychainError(.parameter, "the service does not know this handle", cause: .unknownHandle)
  }
}
