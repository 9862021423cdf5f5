import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainStore

/// Every query uses the intended index. No query scans a table or sorts its result.
@Suite struct QueryPlanTests {
  private let folder: TemporaryDirectory
  private let connection: Connection

  init() throws {
    folder = try TemporaryDirectory()
    let directory = try ProtectedDirectory.openOrCreate(folder.path)
    try DatabaseCreation.create(
      "keychain.db", in: directory, vaultID: RowIdentifier(high: 1, low: 2))
    connection = try Connection(path: folder("keychain.db"))
  }

  @Test(arguments: ItemClass.stored) func rowsAreFoundByTheirKeys(_ itemClass: ItemClass) throws {
    let name = itemClass.rawValue
    #expect(
      try plan(.select(itemClass, .number)) == ["SEARCH i USING INTEGER PRIMARY KEY (rowid=?)"])
    #expect(
      try plan(.select(itemClass, .identifier)) == ["SEARCH i USING INDEX \(name)_ref (ref=?)"])
    #expect(
      try plan(.select(itemClass, .uniqueness)) == ["SEARCH i USING INDEX \(name)_ukey (ukey=?)"])
    #expect(
      try plan(.select(itemClass, .everything)) == ["SEARCH i USING INTEGER PRIMARY KEY (rowid>?)"])
  }

  @Test(arguments: ItemClass.stored) func searchesUseTheIndexThatWasChosen(
    _ itemClass: ItemClass
  ) throws {
    let name = itemClass.rawValue
    for (position, index) in ItemSchema.of(itemClass).indices.enumerated() {
      for further in furtherIndices(of: itemClass, beside: position) {
        let condition = StatementKey.Condition.indexed(key: UInt8(position), further: further)
        let expected =
          "i USING INDEX \(name)_\(index.column) (\(index.column)=? AND sync=? AND tomb=?)"
        #expect(try plan(.select(itemClass, condition)) == ["SEARCH " + expected])
      }
    }
    for further in furtherIndices(of: itemClass, beside: nil) {
      let condition = StatementKey.Condition.group(further: further)
      let expected = "SEARCH i USING INDEX \(name)_agrp (agrp=? AND sync=? AND tomb=?)"
      #expect(try plan(.select(itemClass, condition)) == [expected])
    }
  }

  @Test func changesAreFoundByTheirItems() throws {
    #expect(
      try plan(.deleteChange) == ["SEARCH change USING INDEX change_item (class=? AND item=?)"])
    #expect(
      try plan(.hasChange) == [
        "SEARCH change USING COVERING INDEX change_item (class=? AND item=?)"
      ])
  }

  @Test func requestsAreFoundByTheirClients() throws {
    #expect(
      try plan(.selectRequest) == [
        "SEARCH request USING INDEX request_identifier (client=? AND request=?)"
      ])
    // The scan of the oldest rows ends after its limit, and the search for the newest row reads one row.
    #expect(try plan(.selectOldestRequest) == ["SCAN request", "SCALAR SUBQUERY 1", "SEARCH request"])
    let plan = try plan(.deleteRequests)
    #expect(plan.first == "SEARCH request USING INTEGER PRIMARY KEY (rowid<?)")
    #expect(plan.allSatisfy { !$0.contains("TEMP B-TREE") })
  }

  @Test func hostsAreFoundByTheirDomains() throws {
    for further in furtherIndices(of: .internetPassword, beside: nil) {
      let plan = try plan(.select(.internetPassword, .domain(further: further)))
      #expect(
        plan == [
          "SEARCH d USING PRIMARY KEY (domain=? AND sync=?)",
          "SEARCH i USING INTEGER PRIMARY KEY (rowid=?)",
        ])
    }
    #expect(
      try plan(.deleteDomains)
        == ["SEARCH inet_domain USING COVERING INDEX inet_domain_item (item=?)"])
    #expect(
      try plan(.domainsOfItem)
        == ["SEARCH inet_domain USING COVERING INDEX inet_domain_item (item=?)"])
  }

  @Test func itemsAreFoundByTheirFreeAttributes() throws {
    #expect(try plan(.itemsWithPair) == ["SEARCH genp_pair USING PRIMARY KEY (pair=? AND item>?)"])
    #expect(try plan(.hasPair) == ["SEARCH genp_pair USING PRIMARY KEY (pair=? AND item=?)"])
    #expect(
      try plan(.itemsWithMap).map(withoutCovering)
        == ["SEARCH genp_map USING INDEX genp_map_map (map=? AND rowid>?)"])
    for key in [StatementKey.pairsOfItem, .deletePairs] {
      #expect(try plan(key).map(withoutCovering) == ["SEARCH genp_pair USING INDEX genp_pair_item (item=?)"])
    }
    for key in [StatementKey.mapOfItem, .deleteMap] {
      #expect(try plan(key) == ["SEARCH genp_map USING INTEGER PRIMARY KEY (rowid=?)"])
    }
  }

  @Test(arguments: ItemClass.stored) func groupsAreListedByAsManyLookUps(
    _ itemClass: ItemClass
  ) throws {
    let name = itemClass.rawValue
    #expect(
      try plan(.nextGroup(itemClass))
        == ["SEARCH \(name) USING COVERING INDEX \(name)_agrp (agrp>?)"])
  }

  @Test(arguments: ItemClass.stored) func changesFindTheirRowByItsNumber(
    _ itemClass: ItemClass
  ) throws {
    let expected = ["SEARCH \(itemClass.rawValue) USING INTEGER PRIMARY KEY (rowid=?)"]
    #expect(try plan(.update(itemClass)) == expected)
    #expect(try plan(.updateContent(itemClass)) == expected)
    #expect(try plan(.delete(itemClass)) == expected)
  }

  @Test func chunksAreFoundByTheirPlace() throws {
    #expect(
      try plan(.selectChunks) == ["SEARCH chunk USING INDEX chunk_place (ref=?)"])
    #expect(
      try plan(.deleteChunks).map(withoutCovering)
        == ["SEARCH chunk USING INDEX chunk_place (ref=?)"])
    #expect(
      try plan(.selectChunk)
        == ["SEARCH chunk USING COVERING INDEX chunk_place (ref=? AND seq=?)"])
  }

  // MARK: Plans

  private func plan(_ key: StatementKey) throws -> [String] {
    try connection.rows("EXPLAIN QUERY PLAN " + key.sql) { $0.text(3) }
  }

  private func withoutCovering(_ step: String) -> String {
    step.split(separator: "COVERING ").joined()
  }

  /// Returns sets of indices that a query can use in addition to the index at `position`: the empty set, a set for each
  /// index, and the set of all indices.
  private func furtherIndices(of itemClass: ItemClass, beside position: Int?) -> [UInt16] {
    let indices = ItemSchema.of(itemClass).indices.enumerated()
      .filter { $0.offset != position && $0.element.attributes.count == 1 }
      .map { UInt16(1) << UInt16($0.offset) }
    return [0] + indices + [indices.reduce(0, |)]
  }
}
