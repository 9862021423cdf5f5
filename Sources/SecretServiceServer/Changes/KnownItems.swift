import Keychain
import KeychainModel

/// The items of one keychain that clients know of, with a version of each. A comparison with a later listing finds the items
/// that other programs added, changed and deleted.
struct KnownItems {
  /// The items of a keychain at some time.
  struct Listing: Sendable {
    /// The number of the changes that the service had noted when the listing began.
    let start: UInt64
    /// The date of modification of each item; nil for a locked item.
    let versions: [RowIdentifier: UInt64?]
  }

  /// The items that another program changed.
  struct Difference: Equatable {
    var created: [RowIdentifier] = []
    var changed: [RowIdentifier] = []
    var deleted: [RowIdentifier] = []
  }

  private struct Known {
    /// Nil if the next listing shows the version.
    var version: UInt64?
    /// The number of the service's own change; 0 for none.
    var change: UInt64 = 0
  }

  private var items: [RowIdentifier: Known] = [:]
  /// The items that the service deleted, with the number of the change. A listing that began earlier may contain them.
  private var deleted: [RowIdentifier: UInt64] = [:]
  private var isComplete = false

  /// Notes that the service stored or changed an item.
  ///
  /// - Parameter change: The number of the change.
  mutating func noteStored(_ identifier: RowIdentifier, _ change: UInt64) {
    items[identifier] = Known(change: change)
  }

  /// Notes that the service deleted an item.
  mutating func noteDeleted(_ identifier: RowIdentifier, _ change: UInt64) {
    items[identifier] = nil
    deleted[identifier] = change
  }

  /// Takes a listing, and returns the changes of other programs since the listing before. The first listing has none. Changes
  /// of the service itself that the listing may lack are left out.
  mutating func take(_ listing: Listing) -> Difference {
    var difference = Difference()
    // The first listing may have very many items. Without this, the dictionary would be copied while it grows.
    if !isComplete { items.reserveCapacity(listing.versions.count) }
    for (identifier, version) in listing.versions {
      guard let known = items[identifier] else {
        if let change = deleted[identifier], change >= listing.start { continue }
        items[identifier] = Known(version: version)
        difference.created.append(identifier)
        continue
      }
      guard known.change < listing.start || known.change == 0, let version else { continue }
      if let before = known.version, before != version { difference.changed.append(identifier) }
      items[identifier] = Known(version: version)
    }
    for (identifier, known) in items where listing.versions[identifier] == nil {
      guard known.change == 0 || known.change < listing.start else { continue }
      items[identifier] = nil
      difference.deleted.append(identifier)
    }
    deleted = deleted.filter { $0.value >= listing.start }
    defer { isComplete = true }
    return isComplete ? difference : Difference()
  }
}
