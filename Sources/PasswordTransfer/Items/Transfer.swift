import KeychainModel

/// The content of a source.
package struct Transfer: Sendable {
  package private(set) var items: [TransferItem] = []

  /// Entries that cannot be read or that no keychain accepts.
  package private(set) var unreadable: [Unreadable] = []

  /// Sentences about entries that were left out on purpose.
  package private(set) var notes: [String] = []

  /// An entry that cannot be moved.
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

  /// Overwrites the secrets, except for copies.
  package mutating func wipe() {
    for index in items.indices {
      items[index].secret?.wipe()
    }
  }
}

/// The reason why a source cannot be read. Then nothing of it is imported.
package struct TransferFailure: Error, Equatable {
  /// The line in the source, from 1.
  package let line: Int?

  /// A sentence. It contains no secret.
  package let reason: String

  package init(_ reason: String, line: Int? = nil) {
    self.line = line
    self.reason = reason
  }

  package var sentence: String { line.map { "line \($0): \(reason)" } ?? reason }
}
