import KeychainCrypto
import KeychainModel
import RowSealing

/// What the clients of a service have proven, by handle.
final class ProofTable: Sendable {
  private struct Entry: Sendable {
    let client: UInt64
    let credential: AccessCredential
  }

  private let entries = Guarded<[Handle: Entry]>([:])

  func open(
    _ credential: AccessCredential, for peer: Peer, _ random: some RandomSource
  ) throws(KeychainError) -> Handle {
    let handle = Handle(try random.makeIdentifier())
    entries.withLock { $0[handle] = Entry(client: peer.client, credential: credential) }
    return handle
  }

  /// - Throws: `.parameter` with the cause `unknownHandle`.
  func credential(_ handle: Handle, of peer: Peer) throws(KeychainError) -> AccessCredential {
    guard let entry = entries.withLock({ $0[handle] }), entry.client == peer.client else {
      throw Handle.unknown
    }
    return entry.credential
  }

  func close(_ handle: Handle, of peer: Peer) {
    entries.withLock { entries in
      if entries[handle]?.client == peer.client { entries[handle] = nil }
    }
  }

  /// Closes every handle of a client that is gone.
  func closeAll(of client: UInt64) {
    entries.withLock { entries in entries = entries.filter { $1.client != client } }
  }
}

extension Handle {
  static var unknown: KeychainError {
    KeychainError(.parameter, "the service does not know this handle", cause: .unknownHandle)
  }
}
