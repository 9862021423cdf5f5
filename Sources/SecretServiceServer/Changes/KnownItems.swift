import Keychain
import KeychainModel

/// The items of one keychain that clients know of, with a version of each. A comparison with a later listing finds the items
/// that other programs added, changed and deleted.
///
/// The items are in a sorted array, which needs a quarter of the memory of a dictionary.
struct KnownItems {
  struct ListedItem {
    let identifier: RowIdentifier
    var version: ItemVersion
  }

  /// The items of a keychain at some time.
  struct Listing: Sendable {
    /// The number of the changes that the service had noted when the listing began.
    let start: UInt64
    /// The items, sorted by their identifiers. Each identifier is there once.
    fileprivate let items: [ListedItem]

    /// - Parameter items: The items. A damaged keychain may have an identifier twice.
    init(start: UInt64, items: consuming [ListedItem]) {
      self.start = start
      items.sort { $0.identifier < $1.identifier }
      var last: RowIdentifier?
      items.removeAll { item in
        defer { last = item.identifier }
        return item.identifier == last
      }
      self.items = items
    }
  }

  /// The items that another program changed.
  struct Difference: Equatable {
    var created: [RowIdentifier] = []
    var changed: [RowIdentifier] = []
    var deleted: [RowIdentifier] = []
  }

  /// A change that the service itself made.
  private enum OwnChange {
    case stored, deleted
  }

  /// The items of the last listing, sorted by their identifiers.
  private var items: [ListedItem] = []
  /// The last change of each item that the service changed, with the number of the change. A listing that began earlier may
  /// lack the change.
  private var own: [RowIdentifier: (change: OwnChange, number: UInt64)] = [:]
  private var isComplete = false

  /// Notes that the service stored or changed an item.
  ///
  /// - Parameter number: The number of the change.
  mutating func noteStored(_ identifier: RowIdentifier, _ number: UInt64) { own[identifier] = (.stored, number) }

  /// Notes that the service deleted an item.
  mutating func noteDeleted(_ identifier: RowIdentifier, _ number: UInt64) { own[identifier] = (.deleted, number) }

  /// Takes a listing, and returns the changes of other programs since the listing before. The first listing has none. Changes
  /// of the service itself that the listing may lack are left out.
  mutating func take(_ listing: Listing) -> Difference {
    defer {
      own = own.filter { $0.value.number >= listing.start }
      isComplete = true
    }
    guard isComplete else {
      items = listing.items
      return Difference()
    }
    var difference = Difference()
    var known: [ListedItem] = []
    known.reserveCapacity(listing.items.count)
    for var item in listing.items {
      switch own[item.identifier] {
      case (.deleted, let number)?:
        guard number < listing.start else { continue }
        // Another program added the item again, such as with a backup.
        difference.created.append(item.identifier)
      case (.stored, let number)?: if number >= listing.start { item.version = .unknown }
      case nil:
        if let before = items.version(of: item.identifier) {
          if item.version == .unknown {
            item.version = before
          } else if before != .unknown, before != item.version {
            difference.changed.append(item.identifier)
          }
        } else {
          difference.created.append(item.identifier)
        }
      }
      known.append(item)
    }
    for item in items where own[item.identifier] == nil && known.version(of: item.identifier) == nil {
      difference.deleted.append(item.identifier)
    }
    for (identifier, (change, number)) in own
    where change == .stored && number < listing.start && known.version(of: identifier) == nil {
      difference.deleted.append(identifier)
    }
    items = known
    return difference
  }
}

extension [KnownItems.ListedItem] {
  /// The version of an item in the sorted array; nil if the item is not there.
  fileprivate func version(of identifier: RowIdentifier) -> ItemVersion? {
    var range = indices
    while let first = range.first {
      let middle = first + range.count / 2
      if self[middle].identifier == identifier { return self[middle].version }
      range = self[middle].identifier < identifier ? middle + 1..<range.upperBound : first..<middle
    }
    return nil
  }
}
