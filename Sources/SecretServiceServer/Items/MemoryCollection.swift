import Glibc
import KeychainModel
import OpenSSLSupport

/// The collection `session`: items in the memory of the service. They are overwritten at the end of the service. The
/// collection is always unlocked.
final class MemoryCollection: ItemCollection {
  private var stored: [SecretItem] = []
  /// The attributes of each item, encoded, because searches compare encoded attributes.
  private var encodedAttributes: [RowIdentifier: [UInt8]] = [:]

  /// The largest number of items, and the largest size of all items together in bytes.
  private static let largestCount = 1000
  private static let largestByteCount = 4 << 20

  private let created = MemoryCollection.now

  deinit {
    for position in stored.indices { stored[position].secret?.wipe() }
  }

  var dates: (created: UInt64, modified: UInt64) { (created, stored.map(\.modified).max() ?? created) }

  func isLocked() -> Bool { false }

  func lock() -> Bool { false }

  func find(_ wanted: FreeAttributes) throws(KeychainError) -> [FoundItem] {
    var found: [FoundItem] = []
    for item in stored {
      guard let encoded = encodedAttributes[item.identifier],
        encoded.withUnsafeBytes({ wanted.isContained(inEncoded: $0) })
      else { continue }
      found.append(FoundItem(identifier: item.identifier, isLocked: false))
    }
    return found
  }

  func items(_ identifiers: [RowIdentifier], withSecrets: Bool) throws(KeychainError) -> [SecretItem] {
    let wanted = Set(identifiers)
    return stored.filter { wanted.contains($0.identifier) }.map { item in
      var item = item
      // The reader wipes the secret that it receives, so it receives a copy.
      item.secret = withSecrets ? item.secret.map { secret in secret.withUnsafeBytes { Array($0) } } : nil
      return item
    }
  }

  func store(_ item: NewItem, replaces: Bool) throws(KeychainError) -> (identifier: RowIdentifier, isNew: Bool) {
    let position = replaces ? stored.firstIndex { $0.attributes == item.attributes.pairs } : nil
    if let position {
      try change(stored[position], ItemChange(label: item.label, secret: (item.secret, item.contentType)))
      return (stored[position].identifier, false)
    }
    guard stored.count < Self.largestCount else {
      throw KeychainError(.dataTooLarge, "the collection has at most \(Self.largestCount) items")
    }
    guard let identifier = RowIdentifier(try SecretRandom.bytes(RowIdentifier.byteCount)) else {
      throw KeychainError(.internalComponent, "an item gets no identifier")
    }
    var new = SecretItem(identifier: identifier, itemClass: .genericPassword, isLocked: false)
    new.label = item.label
    new.attributes = item.attributes.pairs
    new.created = Self.now
    new.modified = new.created
    new.contentType = item.contentType
    new.secret = Self.copy(item.secret)
    try requireRoom(for: new)
    stored.append(new)
    encodedAttributes[identifier] = item.attributes.encoded
    return (identifier, true)
  }

  func change(_ item: SecretItem, _ change: ItemChange) throws(KeychainError) {
    let position = try position(of: item)
    var changed = stored[position]
    if let label = change.label { changed.label = label }
    if let attributes = change.attributes { changed.attributes = attributes.pairs }
    if let (bytes, type) = change.secret { (changed.secret, changed.contentType) = (Self.copy(bytes), type) }
    changed.modified = Self.now
    try requireRoom(for: changed, replacing: position)
    if change.secret != nil { stored[position].secret?.wipe() }
    stored[position] = changed
    if let attributes = change.attributes { encodedAttributes[item.identifier] = attributes.encoded }
  }

  func delete(_ item: SecretItem) throws(KeychainError) {
    var removed = stored.remove(at: try position(of: item))
    removed.secret?.wipe()
    encodedAttributes[item.identifier] = nil
  }

  private func position(of item: SecretItem) throws(KeychainError) -> Int {
    guard let position = stored.firstIndex(where: { $0.identifier == item.identifier }) else {
      throw KeychainError(.itemNotFound, "the item does not exist any more")
    }
    return position
  }

  private func requireRoom(for item: SecretItem, replacing position: Int? = nil) throws(KeychainError) {
    var count = item.byteCount
    for (other, present) in stored.enumerated() where other != position { count += present.byteCount }
    guard count <= Self.largestByteCount else {
      throw KeychainError(.dataTooLarge, "the collection has room for \(Self.largestByteCount) bytes")
    }
  }

  private static func copy(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { Array($0) } }

  private static var now: UInt64 { UInt64(clamping: time(nil)) }
}

extension SecretItem {
  fileprivate var byteCount: Int {
    attributes.reduce(label.utf8.count + (secret?.count ?? 0) + 200) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 64
    }
  }
}
