import KeychainModel
import Testing

@testable import Keychain

/// Tests of calls that add many items in one transaction.
@Suite struct BatchTests {
  private let store: TestKeychain

  init() throws { store = try TestKeychain() }

  private func addition(_ item: SampleItem) -> AddRequest {
    AddRequest(item.itemClass, attributes: item.attributes, secret: item.secret)
  }

  private func perform(
    _ additions: [AddRequest], _ policy: BatchRequest.DuplicatePolicy = .skip
  ) throws(KeychainError) -> [BatchOutcome] {
    try store.keychain.perform(
      BatchRequest(additions, onDuplicate: policy), as: TestKeychain.caller)
  }

  private func attributes(_ item: SampleItem) throws -> AttributeSet {
    let request = SearchRequest(item.query, contents: [.attributes, .secret])
    return try #require(
      try store.keychain.perform(.search(request), as: TestKeychain.caller).first
    ).attributes
  }

  private let items =
    (0..<50).map { SampleItem.generic("service \($0)") } + [
      .internet("example.org"), .generic("long", byteCount: 100_000),
      .generic("synchronizable", isSynchronizable: true),
    ]

  @Test func everyItemIsStored() throws {
    let outcomes = try perform(items.map(addition))
    #expect(outcomes == items.map { _ in .added })
    #expect(try TestKeychain(reopening: store).count(of: items) == items.count)
    #expect(try store.keychain.verify().isIntact)
  }

  @Test func nothingIsStoredWhenOneItemCannotBe() throws {
    var wrong = addition(.generic("wrong"))
    wrong.attributes[.accessible] = .string("akpu")
    var foreign = addition(.generic("foreign"))
    foreign.attributes[.accessGroup] = .string("com.apple.token")
    let error = #expect(throws: KeychainError.self) {
      try perform(items.map(addition) + [wrong], .replace)
    }
    #expect(error?.reason.hasPrefix("item \(items.count + 1): ") == true)
    #expect(try store.count(of: items) == 0)
    let noticed = #expect(throws: KeychainError.self) {
      try store.keychain.duplicates(
        of: BatchRequest([addition(items[0]), foreign], onDuplicate: .skip),
        as: TestKeychain.caller)
    }
    #expect(noticed?.reason.hasPrefix("item 2: ") == true)
  }

  @Test func nothingIsReplacedWhenALaterItemCannotBeStored() throws {
    try store.add(items[0])
    var changed = addition(items[0])
    changed.secret = [1]
    var wrong = addition(.generic("wrong"))
    wrong.attributes[.accessGroup] = .string("com.apple.token")
    #expect(throws: KeychainError.self) { try perform([changed, wrong], .replace) }
    #expect(try store.secrets(items[0].query) == [items[0].secret])
  }

  @Test func itemThatIsThereIsSkippedOrReplaced() throws {
    try store.add(items[0])
    let before = try attributes(items[0])
    var changed = addition(items[0])
    changed.secret = [1, 2, 3]
    changed.attributes[.comment] = .string("new")
    #expect(try perform([changed, addition(items[1])]) == [.skipped, .added])
    #expect(try store.secrets(items[0].query) == [items[0].secret])

    #expect(try perform([changed], .replace) == [.replaced])
    #expect(try store.secrets(items[0].query) == [[1, 2, 3]])
    let after = try attributes(items[0])
    #expect(after[.comment] == .string("new"))
    #expect(after[.creationDate] == before[.creationDate])
  }

  @Test func defaultsAreForNewItemsOnly() throws {
    try store.add(items[0])
    let defaults = AttributeSet([.label: .string("default"), .comment: .string("default")])
    var new = addition(items[1])
    new.attributes[.label] = nil
    new.attributes[.comment] = .string("given")
    var changed = addition(items[0])
    changed.attributes[.label] = nil
    let batch = BatchRequest(
      [new, changed], defaults: [defaults, defaults], onDuplicate: .replace)
    #expect(
      try store.keychain.perform(batch, as: TestKeychain.caller) == [.added, .replaced])
    #expect(try attributes(items[1])[.label] == .string("default"))
    #expect(try attributes(items[1])[.comment] == .string("given"))
    #expect(try attributes(items[0])[.label] == items[0].attributes[.label])
    #expect(try attributes(items[0])[.comment] == nil)
  }

  @Test func equalItemsWithinABatchAreDuplicatesToo() throws {
    var later = addition(items[0])
    later.secret = [7]
    #expect(try perform([addition(items[0]), later]) == [.added, .skipped])
    #expect(try store.secrets(items[0].query) == [items[0].secret])
    #expect(try perform([later, addition(items[0])], .replace) == [.replaced, .replaced])
    #expect(try store.secrets(items[0].query) == [items[0].secret])
  }

  @Test func datesThatAreGivenAreKept() throws {
    var old = addition(items[0])
    old.attributes[.creationDate] = .date(1000.5)
    old.attributes[.modificationDate] = .date(2000.25)
    var odd = addition(items[1])
    odd.attributes[.creationDate] = .date(.infinity)
    odd.attributes[.modificationDate] = .date(.infinity)
    _ = try perform([old, odd])
    #expect(try attributes(items[0])[.creationDate] == .date(1000.5))
    #expect(try attributes(items[0])[.modificationDate] == .date(2000.25))
    #expect(try attributes(items[1])[.creationDate] == .date(.infinity))
    #expect(try attributes(items[1])[.modificationDate] != .date(.infinity))
  }

  @Test func duplicatesAreToldWithoutAChange() throws {
    try store.add(items[0])
    let tombstone = SampleItem.generic("deleted", isSynchronizable: true)
    try store.add(tombstone)
    try store.delete(tombstone)
    let batch = BatchRequest(
      [addition(items[0]), addition(items[1]), addition(tombstone)], onDuplicate: .skip)
    let duplicates = try store.keychain.duplicates(of: batch, as: TestKeychain.caller)
    #expect(duplicates == [true, false, false])
    #expect(try store.count(of: items) == 1)
    #expect(try perform(batch.additions) == [.skipped, .added, .added])
  }

  @Test func progressIsToldItemByItem() throws {
    var told: [Int] = []
    _ = try store.keychain.perform(
      BatchRequest(items.map(addition), onDuplicate: .skip), TestKeychain.caller,
      until: .after(LocalKeychain.timeout), once: nil
    ) { told.append($0) }
    #expect(told == Array(1...items.count))
  }

  @Test func emptyBatchStoresNothing() throws {
    #expect(try perform([]).isEmpty)
  }
}
