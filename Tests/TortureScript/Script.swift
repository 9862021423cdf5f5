package import Keychain
package import KeychainModel

/// A fixed sequence of calls of one writer, and the expected items after each call.
///
/// The number of completed calls determines all items of the writer. So a test can check the items after the writer was
/// killed. Each writer has its own access group.
package struct Script: Sendable {
  /// The expected attributes and the expected secret of an item.
  package struct Entry: Hashable, Sendable {
    package var key: Int
    package var account: String
    package var secret: Pattern
    package var comment: Int
    package var batch: Int
  }

  package let writer: Int
  /// The number of the next call.
  package private(set) var step = 0
  /// The expected items after the calls so far, in creation order.
  package private(set) var entries: [Entry] = []

  private var comment = 0

  package init(writer: Int) { self.writer = writer }

  package var caller: Caller { Self.caller(of: writer) }

  package static func caller(of writer: Int) -> Caller {
    Caller(accessGroups: ["writer \(writer)"])
  }

  /// Advances to the call with the number `step` without making calls.
  package mutating func skip(to step: Int) {
    while self.step < step { _ = next() }
  }

  /// Returns the next call, and changes `entries` to the expected items after this call.
  package mutating func next() -> ItemRequest {
    let number = step
    step += 1
    switch number % 12 {
    case 3 where !entries.isEmpty: return changeSecret(number)
    case 6 where !entries.isEmpty: return changeAll(number)
    case 9 where !entries.isEmpty: return deleteOldest()
    case 10 where entries.first.map({ $0.batch < number / 12 - 2 }) == true: return deleteBatch()
    case 11 where !entries.isEmpty: return rename(number)
    default: return add(number)
    }
  }

  // MARK: Calls

  private mutating func add(_ number: Int) -> ItemRequest {
    let entry = Entry(
      key: number, account: "key \(number)", secret: secret(number), comment: comment,
      batch: number / 12)
    entries.append(entry)
    let attributes = AttributeSet([
      .service: .string(Self.service), .account: .string(entry.account),
      .comment: .string("\(entry.comment)"), .description: .string("\(entry.batch)"),
      .label: .string("\(number)"), .synchronizable: .number(number % 12 == 5 ? 1 : 0),
    ])
    return .add(
      AddRequest(.genericPassword, attributes: attributes, secret: entry.secret.bytes))
  }

  private mutating func changeSecret(_ number: Int) -> ItemRequest {
    let last = entries.count - 1
    entries[last].secret = secret(number)
    return .update(
      UpdateRequest(
        query([.account: .string(entries[last].account)]), changes: AttributeSet(),
        secret: entries[last].secret.bytes))
  }

  /// Returns a call that changes all items in one transaction.
  private mutating func changeAll(_ number: Int) -> ItemRequest {
    comment = number
    for index in entries.indices { entries[index].comment = number }
    return .update(
      UpdateRequest(query([:]), changes: AttributeSet([.comment: .string("\(number)")])))
  }

  private mutating func deleteOldest() -> ItemRequest {
    let oldest = entries.removeFirst()
    return .delete(DeleteRequest(query([.account: .string(oldest.account)])))
  }

  private mutating func deleteBatch() -> ItemRequest {
    let batch = entries[0].batch
    entries.removeAll { $0.batch == batch }
    return .delete(DeleteRequest(query([.description: .string("\(batch)")])))
  }

  /// Returns a call that changes the uniqueness key of the newest item.
  private mutating func rename(_ number: Int) -> ItemRequest {
    let last = entries.count - 1
    let query = query([.account: .string(entries[last].account)])
    entries[last].account = "renamed \(number)"
    return .update(
      UpdateRequest(
        query, changes: AttributeSet([.account: .string(entries[last].account)])))
  }

  /// Returns the secret for call number `number`. The sizes cover all ways to store a secret: empty, in the row, on
  /// overflow pages, in one chunk, and in several chunks.
  private func secret(_ number: Int) -> Pattern {
    let sizes = [0, 24, 300, 5000, 16_500, 40_000, 150_000]
    return Pattern(
      seed: writer << 32 | number, byteCount: sizes[(number / 12 + number) % sizes.count])
  }

  // MARK: Expected content

  private static let service = "script"

  private func query(_ attributes: KeyValuePairs<AttributeName, AttributeValue>) -> ItemQuery {
    var wanted = AttributeSet(attributes)
    wanted[.service] = .string(Self.service)
    return ItemQuery(.genericPassword, attributes: wanted, isSynchronizable: nil)
  }

  /// Returns whether the keychain contains exactly the expected items of the writer, in the expected order.
  package func matches(_ keychain: LocalKeychain) throws(KeychainError) -> Bool {
    let items: [Item]
    do throws(KeychainError) {
      items = try keychain.perform(
        .search(SearchRequest(query([:]), contents: [.attributes, .secret], limit: nil)),
        as: caller)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return entries.isEmpty
    }
    return items.count == entries.count
      && zip(items, entries).allSatisfy { item, entry in
        item.attributes[.account] == .string(entry.account)
          && item.attributes[.comment] == .string("\(entry.comment)")
          && item.attributes[.description] == .string("\(entry.batch)")
          && item.attributes[.label] == .string("\(entry.key)")
          && item.secret == entry.secret.bytes
      }
  }
}
