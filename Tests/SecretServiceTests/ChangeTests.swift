import KeychainModel
import TestSupport
import Testing

@testable import SecretServiceServer

/// Signals about the changes that other programs make in the keychain.
@Suite struct ChangeTests {
  private static func identifier(_ number: UInt8) throws -> RowIdentifier {
    try #require(RowIdentifier([UInt8](repeating: number, count: RowIdentifier.byteCount)))
  }

  private static func listing(_ start: UInt64, _ versions: [UInt8: UInt64?]) throws -> KnownItems.Listing {
    let items = try versions.map { number, version in
      KnownItems.ListedItem(identifier: try identifier(number), version: version.map { .init(bits: $0) } ?? .unknown)
    }
    return KnownItems.Listing(start: start, items: items)
  }

  @Test func aListingShowsWhatOthersChanged() throws {
    var known = KnownItems()
    #expect(known.take(try Self.listing(1, [1: 10, 2: 10, 3: nil])) == KnownItems.Difference())
    let difference = known.take(try Self.listing(1, [1: 11, 3: nil, 4: 10]))
    let (one, two, four) = (try Self.identifier(1), try Self.identifier(2), try Self.identifier(4))
    #expect(difference == KnownItems.Difference(created: [four], changed: [one], deleted: [two]))
    #expect(known.take(try Self.listing(1, [1: 11, 3: nil, 4: 10])) == KnownItems.Difference())
    // A locked item shows no version, and the next version after the unlocking is no change.
    #expect(known.take(try Self.listing(1, [1: nil, 3: 7, 4: 10])) == KnownItems.Difference())
  }

  @Test func theServicesOwnChangesAreNotReported() throws {
    var known = KnownItems()
    _ = known.take(try Self.listing(1, [1: 10, 2: 10]))
    known.noteStored(try Self.identifier(3), 1)
    known.noteStored(try Self.identifier(1), 2)
    known.noteDeleted(try Self.identifier(2), 3)
    // A listing that began before the changes.
    #expect(known.take(try Self.listing(1, [1: 10, 2: 10])) == KnownItems.Difference())
    #expect(known.take(try Self.listing(2, [1: 12, 2: 10, 3: 5])) == KnownItems.Difference())
    // A listing that began after them.
    #expect(known.take(try Self.listing(4, [1: 12, 3: 5])) == KnownItems.Difference())
    let difference = known.take(try Self.listing(4, [1: 13, 2: 9, 3: 5]))
    #expect(
      difference == KnownItems.Difference(created: [try Self.identifier(2)], changed: [try Self.identifier(1)]))
  }

  @Test func anItemThatTheServiceStoredAndAnotherProgramDeletedIsReported() throws {
    var known = KnownItems()
    _ = known.take(try Self.listing(1, [1: 10]))
    known.noteStored(try Self.identifier(1), 1)
    known.noteStored(try Self.identifier(2), 2)
    #expect(known.take(try Self.listing(1, [1: 10])) == KnownItems.Difference())
    let difference = known.take(try Self.listing(3, [:]))
    #expect(difference.deleted.sorted() == [try Self.identifier(1), try Self.identifier(2)])
    #expect(known.take(try Self.listing(3, [:])) == KnownItems.Difference())
  }

  @Test func anItemThatTheServiceDeletedAndAnotherProgramRestoredIsReported() throws {
    var known = KnownItems()
    _ = known.take(try Self.listing(1, [1: 10]))
    known.noteDeleted(try Self.identifier(1), 1)
    #expect(known.take(try Self.listing(2, [1: 10])) == KnownItems.Difference(created: [try Self.identifier(1)]))
    #expect(known.take(try Self.listing(2, [1: 10])) == KnownItems.Difference())
  }

  @Test func anIdentifierThatIsThereTwiceIsReportedOnce() throws {
    var known = KnownItems()
    _ = known.take(try Self.listing(1, [:]))
    let items = [UInt64(1), 2].map { bits in
      KnownItems.ListedItem(identifier: RowIdentifier(high: 0, low: 7), version: .init(bits: bits))
    }
    let listing = KnownItems.Listing(start: 1, items: items)
    #expect(known.take(listing) == KnownItems.Difference(created: [RowIdentifier(high: 0, low: 7)]))
    #expect(known.take(listing) == KnownItems.Difference())
  }

  @Test func changesOfAnotherProcessAreOnTheBus() throws {
    let place = try ServicePlace()
    let outcome = try place.run("exec /usr/bin/python3 \"$CLIENTS/change_probe.py\"")
    #expect(outcome.status == 0 && outcome.output.contains("Ran 4 tests"), "\(outcome.output)")
  }
}
