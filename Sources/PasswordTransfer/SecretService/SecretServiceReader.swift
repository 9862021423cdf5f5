import KeychainModel

/// Reads the items of the Secret Service. gnome-keyring and other programs implement this service.
package enum SecretServiceReader {
  /// The path of the collection of the session. The service keeps this collection only in memory, so the reader skips
  /// it.
  private static let transient = "/org/freedesktop/secrets/collection/session"

  /// - Parameter onProgress: A function that receives the number of items read so far, and the number of all items.
  /// - Throws: A failure if the service cannot be reached.
  package static func read(
    onProgress: (Int, Int) -> Void
  ) throws(TransferFailure) -> Transfer {
    let session = try SecretServiceSession()
    var transfer = Transfer()
    var found: [(path: String, collection: String)] = []
    for path in try session.collections() where path != transient {
      let label = try session.label(ofCollection: path)
      if try session.isLocked(collection: path), try !session.unlock(collection: path) {
        transfer.addUnreadable(
          label, "the collection is locked, and unlocking it takes a prompt: unlock it first")
        continue
      }
      found += try session.items(of: path).sorted(by: isBefore).map { ($0, label) }
    }
    for (count, item) in found.enumerated() {
      onProgress(count, found.count)
      do throws(TransferFailure) {
        try read(item.path, in: item.collection, session, &transfer)
      } catch {
        transfer.addUnreadable("\(item.collection) \(item.path)", error.reason)
      }
    }
    return transfer
  }

  /// Orders the paths of items by the numbers at their ends. A shorter path ends in a smaller number.
  private static func isBefore(_ one: String, _ other: String) -> Bool {
    (one.utf8.count, one) < (other.utf8.count, other)
  }

  private static func read(
    _ path: String, in collection: String, _ session: SecretServiceSession,
    _ transfer: inout Transfer
  ) throws(TransferFailure) {
    let label = try session.label(ofItem: path)
    let origin = "\(collection): \(label)"
    guard try !session.isLocked(item: path) else {
      transfer.addUnreadable(origin, "the item is locked")
      return
    }
    let item = SecretServiceItem(
      label: label, attributes: try session.attributes(of: path),
      secret: try session.secret(of: path), created: try session.created(path), origin: origin)
    transfer.add(item.item)
  }
}
