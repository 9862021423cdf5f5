import CPlatform

/// What a source holds.
package struct Transfer: Sendable {
  package private(set) var items: [TransferItem] = []

  /// Entries that could not be read, or that no keychain takes.
  package private(set) var unreadable: [Unreadable] = []

  /// What was left out on purpose, in sentences.
  package private(set) var notes: [String] = []

  /// An entry that cannot be moved.
  package struct Unreadable: Sendable, Equatable {
    package let origin: String
    package let reason: String
  }

  package init() {}

  /// Takes an item, or notes that it is too large.
  package mutating func add(_ item: TransferItem) {
    if let excess = item.excess {
      addUnreadable(item.origin, excess)
    } else {
      items.append(item)
    }
  }

  package mutating func addUnreadable(_ origin: String, _ reason: String) {
    unreadable.append(Unreadable(origin: origin, reason: reason))
  }

  package mutating func addNote(_ sentence: String) { notes.append(sentence) }

  /// Puts every item into one access group.
  package mutating func setAccessGroup(_ group: String) {
    for index in items.indices { items[index].attributes[.accessGroup] = .string(group) }
  }

  /// Overwrites the secrets, where nobody else holds them.
  package mutating func wipe() {
    for index in items.indices {
      items[index].secret?.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) }
    }
  }
}
