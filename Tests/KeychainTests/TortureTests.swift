import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import Keychain

/// Tests of files with flipped bytes and truncated ends. Such files must never cause a crash, a wrong secret or an
/// unreported loss. All undamaged items must stay readable.
///
/// By default, only some bytes are flipped. `LATCHKEY_TORTURE` in the environment is the number of bytes of each file that
/// are flipped. In a file with fewer bytes, every byte is flipped. With another `LATCHKEY_TORTURE_SEED`, the tests flip
/// other bytes.
@Suite struct TortureTests {
  /// The number of flipped bytes of each file. Nil means the short form of the tests.
  private static let longCount = getenv("LATCHKEY_TORTURE").flatMap { Int(String(cString: $0)) }

  private static let seed = getenv("LATCHKEY_TORTURE_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

  @Test(arguments: SampleStore.fileNames) func flippedBytes(_ name: String) throws {
    try flip(name, of: try SampleStore.small.get())
  }

  @Test(arguments: ["keychain.db", "keychain.db-wal"]) func flippedBytesBesideALog(
    _ name: String
  ) throws {
    try flip(name, of: try SampleStore.smallInLog.get())
  }

  @Test func truncatedDatabases() throws {
    let sample = try SampleStore.small.get()
    let count = try #require(sample.files["keychain.db"]).count
    for length in stride(from: 0, to: count, by: 4096) + [1, 99, 100, 511, 512, count - 1] {
      _ = try outcome(sample, "length \(length)") { $0["keychain.db"]?.removeSubrange(length...) }
    }
  }

  @Test func truncatedLogs() throws {
    let sample = try SampleStore.smallInLog.get()
    let count = try #require(sample.files["keychain.db-wal"]).count
    // Each commit writes several frames into the log. The log is truncated at frames, and within frames.
    for length in stride(from: 32, to: count, by: Self.longCount == nil ? 8 * 4120 : 4120) {
      for offset in [0, 2000] where length + offset <= count {
        _ = try outcome(sample, "length \(length + offset)") {
          $0["keychain.db-wal"]?.removeSubrange((length + offset)...)
        }
      }
    }
  }

  @Test func pagesOfGarbage() throws {
    let sample = try SampleStore.small.get()
    let count = try #require(sample.files["keychain.db"]).count / 4096
    var generator = SeededGenerator(seed: 7)
    for page in 0..<count {
      let garbage = (0..<4096).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let outcome = try outcome(sample, "page \(page)") {
        $0["keychain.db"]?.replaceSubrange(page * 4096..<(page + 1) * 4096, with: garbage)
      }
      #expect(outcome.missing <= 12, "page \(page)")
      try expectNoSilence(sample, "page \(page)") {
        $0["keychain.db"]?.replaceSubrange(page * 4096..<(page + 1) * 4096, with: garbage)
      }
    }
  }

  /// A search that reads an invalid page must fail. The search must not report that the item does not exist. SQLite
  /// cannot detect damage in an overflow page. If an overflow page of a row is damaged, the row cannot be opened, and
  /// the verification reports the row.
  private func expectNoSilence(
    _ sample: SampleStore, _ what: String, _ damage: (inout [String: [UInt8]]) -> Void
  ) throws {
    let store = try sample.copy(damage)
    for item in sample.items where item.secret.count < 3000 {
      do {
        let found = try store.secrets(item.query)
        #expect(found == [item.secret], "\(what)")
      } catch {
        #expect(error.code == .notAvailable, "\(what): \(error)")
      }
    }
  }

  // MARK: One damaged store

  private struct Outcome {
    var missing = 0
    /// Whether the damage was noticed: a call or the verification reported a problem.
    var changesItems = false
  }

  private func flip(_ name: String, of sample: SampleStore) throws {
    let count = try #require(sample.files[name]).count
    var generator = SeededGenerator(seed: Self.longCount == nil ? UInt64(count) : Self.seed)
    let isDatabase = name.hasPrefix("keychain")
    // The short form of the test flips every one of the first bytes of a file, because these bytes determine the
    // meaning of all other bytes.
    let first = isDatabase ? 112 : 64
    let positions =
      Self.longCount.map { (0..<count).shuffled(using: &generator).prefix($0).sorted() }
      ?? Array(0..<min(count, first))
      + (0..<(isDatabase ? 150 : 30)).map { _ in .random(in: 0..<count, using: &generator) }
    for position in positions {
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      let mask = Bool.random(using: &generator) ? bit : 0xFF
      let what = "\(name) byte \(position) mask \(mask)"
      let outcome = try outcome(sample, what) {
        $0[name]?[position] ^= mask
      }
      // A page contains about six rows, so twelve missing items are about two lost pages.
      #expect(
        outcome.missing <= 12 || name.hasSuffix("-wal") || outcome.missing == sample.items.count,
        "\(what): \(outcome.missing) items are missing")
    }
  }

  /// Damages a store, verifies the store, and reads all its items. If the store is unusable, the function first repairs
  /// the store or accepts its older files.
  private func outcome(
    _ sample: SampleStore, _ what: String, _ damage: (inout [String: [UInt8]]) -> Void
  ) throws -> Outcome {
    let store = try sample.copy(damage)
    var outcome = Outcome()
    outcome.changesItems = try !store.keychain.verify().isIntact
    let status = store.status()
    if status != 0 {
      #expect(status == -25291, "\(what)")
      #expect(outcome.changesItems, "\(what)")
      outcome.changesItems = true
      guard try isUsedAgain(store, what) else {
        outcome.missing = sample.items.count
        return outcome
      }
    }
    for item in sample.items {
      var found = try attempt(store, item, &outcome)
      if found == nil {
        _ = try store.keychain.repair()
        found = try attempt(store, item, &outcome)
      }
      switch found {
      case []: outcome.missing += 1
      case [item.secret]: break
      default: Issue.record("\(what): \(item.attributes) came out wrong")
      }
    }
    if outcome.missing > 0, !outcome.changesItems {
      outcome.changesItems = try !store.keychain.verify().isIntact
    }
    #expect(outcome.missing == 0 || outcome.changesItems, "\(what)")
    try addNew(store, what)
    return outcome
  }

  /// Makes an unusable store usable again, as a person would do: repairs the store, or accepts its older files. If both
  /// attempts fail, the database must be unchanged.
  private func isUsedAgain(_ store: TestKeychain, _ what: String) throws -> Bool {
    let before = try store.files()["keychain.db"]
    do {
      if try store.keychain.repair() != nil { return true }
    } catch {
      #expect(error.code == .notAvailable, "\(what): \(error)")
    }
    do {
      if try store.keychain.acceptOlder() { return true }
    } catch {
      #expect(error.code == .notAvailable, "\(what): \(error)")
    }
    #expect(try !store.keychain.verify().isIntact, "\(what)")
    #expect(try store.files()["keychain.db"] == before, "\(what)")
    return false
  }

  /// The secrets that a search finds; nil when the search is refused.
  private func attempt(
    _ store: TestKeychain, _ item: SampleItem, _ outcome: inout Outcome
  ) throws -> [[UInt8]]? {
    do {
      return try store.secrets(item.query)
    } catch {
      #expect(error.code == .notAvailable, "\(error)")
      outcome.changesItems = true
      return nil
    }
  }

  private func addNew(_ store: TestKeychain, _ what: String) throws {
    let new = SampleItem.generic("new")
    do {
      try store.add(new)
    } catch {
      // A write can detect damage that searches do not detect. A search also continues when the damage flag is set.
      // Therefore, the earlier searches may have succeeded.
      #expect(error.code == .notAvailable, "\(what): \(error)")
      _ = try store.keychain.repair()
      try store.add(new)
    }
    #expect(try store.count(of: [new]) == 1, "\(what)")
  }
}
