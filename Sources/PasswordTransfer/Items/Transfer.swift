import KeychainModel

/// The items that were read from a source, such as a file of passwords.
package struct Transfer: Sendable {
  package private(set) var items: [TransferItem] = []

  /// The entries that cannot be read or that no keychain accepts.
  package private(set) var unreadable: [Unreadable] = []

  /// Sentences that tell the user which parts of the source are intentionally not imported.
  package private(set) var notes: [String] = []

  /// An entry that cannot be imported.
  package struct Unreadable: Sendable, Equatable {
    package let origin: String
    package let reason: String
  }

  package init() {}

  /// Adds an item, or records that it is too large.
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

  /// Sets the access group of every item.
  package mutating func setAccessGroup(_ group: String) {
    for index in items.indices { items[index].attributes[.accessGroup] = .string(group) }
  }

  /// Overwrites the secrets of the items. Copies of the items keep their secrets.
  package mutating func wipe() {
    for index in items.indices {
      items[index].secret?.wipe()
    }
  }
}

/// The reason for which a source cannot be read. Nothing is imported from such a source.
package struct TransferFailure: Error, Equatable {
  /// The number of the line in the source; the first line is 1. Nil if the failure concerns no line.
  package let line: Int?

  /// A description of the failure. The description contains no secret.
  package let reason: String

  package init(_ reason: String, line: Int? = nil) {
    self.line = line
    self.reason = reason
  }

  package var sentence: String { line.map { "line \($0): \(reason)" } ?? reason }
}
