import Keychain
import KeychainModel

/// The items with an access control that connections may read, with the proofs that the person gave for them.
///
/// Such an item looks locked to every connection. A connection that unlocks the item asks the person. The item is then
/// unlocked for this connection alone, until the connection ends or locks the collection.
struct AuthorizedItems {
  /// An item, and the proof that opens it.
  struct Entry: Sendable {
    let collection: String
    let identifier: RowIdentifier
    let proof: AccessProof

    init(_ collection: String, _ identifier: RowIdentifier, _ proof: AccessProof) {
      self.collection = collection
      self.identifier = identifier
      self.proof = proof
    }
  }

  /// The largest number of items of a connection.
  private static let largestCountOfOwner = 4096

  /// The proofs by the connection, the collection and the item.
  private var proofs: [String: [String: [RowIdentifier: AccessProof]]] = [:]

  /// The proofs of a connection for the items of a collection.
  func proofs(of owner: String, in collection: String) -> [RowIdentifier: AccessProof] {
    proofs[owner]?[collection] ?? [:]
  }

  /// Unlocks items for a connection. Items beyond the limit stay locked.
  mutating func add(_ entries: [Entry], for owner: String) {
    let present = proofs[owner, default: [:]].values.reduce(0) { $0 + $1.count }
    for entry in entries.prefix(Self.largestCountOfOwner - present) {
      proofs[owner, default: [:]][entry.collection, default: [:]][entry.identifier] = entry.proof
    }
  }

  /// Locks all items of a collection for every connection.
  mutating func lock(_ collection: String) {
    for owner in proofs.keys { proofs[owner]?[collection] = nil }
  }

  /// Locks an item for a connection. Returns whether the item was unlocked.
  mutating func lock(_ identifier: RowIdentifier, in collection: String, for owner: String) -> Bool {
    proofs[owner]?[collection]?.removeValue(forKey: identifier) != nil
  }

  mutating func end(owner: String) { proofs[owner] = nil }
}
