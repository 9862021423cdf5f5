import KeychainModel

/// Identifies a statement that a connection keeps prepared, and provides the SQL of the statement.
///
/// A key is used instead of the SQL text, because looking up a statement must cost less than
/// running it.
enum StatementKey {
  case begin
  case beginImmediate
  case commit
  case select(ItemClass, Condition)
  case insert(ItemClass)
  case insertNumbered(ItemClass)
  case update(ItemClass)
  case updateContent(ItemClass)
  case updateSeal(ItemClass)
  case delete(ItemClass)
  case nextGroup(ItemClass)
  case group(ItemClass)
  case count(ItemClass)
  case insertChunk
  case insertNumberedChunk
  case selectChunk
  case selectChunks
  case deleteChunks
  case insertDomain
  case deleteDomains
  case domainsOfItem
  case insertPair
  case insertMap
  case deletePairs
  case deleteMap
  case pairsOfItem
  case mapOfItem
  case itemsWithPair
  case itemsWithMap
  case hasPair
  case recordChange
  case deleteChange
  case hasChange
  case insertRequest
  case selectRequest
  case selectOldestRequest
  case deleteRequests
  case insertQuarantine
  case insertNumberedQuarantine
  case updateQuarantine
  case selectStore
  case updateStore
  case countCommit

  /// The condition on the rows of a select. `key` is the position of an index in the class's schema. `further` is a bit
  /// set: bit *n* is set if the condition also compares the values of the index at position *n*.
  enum Condition {
    case number
    case identifier
    case uniqueness
    case indexed(key: UInt8, further: UInt16)
    case group(further: UInt16)
    case domain(further: UInt16)
    case everything

    /// A unique 24-bit number of the condition.
    var number: UInt64 {
      switch self {
      case .everything: 0
      case .number: 1 << 20
      case .identifier: 2 << 20
      case .uniqueness: 3 << 20
      case .group(let further): 4 << 20 | UInt64(further & 0xFFF)
      case .domain(let further): 5 << 20 | UInt64(further & 0xFFF)
      case .indexed(let key, let further):
        6 << 20 | UInt64(key & 0xF) << 12 | UInt64(further & 0xFFF)
      }
    }
  }

  /// A unique number of the key.
  var number: UInt64 {
    switch self {
    case .begin: 1
    case .beginImmediate: 2
    case .commit: 3
    case .insertChunk: 4
    case .selectChunks: 5
    case .deleteChunks: 6
    case .insertDomain: 7
    case .deleteDomains: 8
    case .insertNumberedChunk: 9
    case .selectChunk: 10
    case .domainsOfItem: 11
    case .insertQuarantine: 12
    case .insertNumberedQuarantine: 13
    case .updateQuarantine: 14
    case .selectStore: 15
    case .updateStore: 26
    case .countCommit: 43
    case .insertPair: 27
    case .insertMap: 28
    case .deletePairs: 29
    case .deleteMap: 30
    case .pairsOfItem: 31
    case .mapOfItem: 32
    case .itemsWithPair: 33
    case .itemsWithMap: 34
    case .hasPair: 35
    case .recordChange: 36
    case .deleteChange: 37
    case .hasChange: 38
    case .insertRequest: 39
    case .selectRequest: 40
    case .deleteRequests: 41
    case .selectOldestRequest: 42
    case .select(let itemClass, let condition): Self.number(16, itemClass, condition)
    case .insert(let itemClass): Self.number(18, itemClass)
    case .insertNumbered(let itemClass): Self.number(19, itemClass)
    case .update(let itemClass): Self.number(20, itemClass)
    case .updateContent(let itemClass): Self.number(21, itemClass)
    case .delete(let itemClass): Self.number(22, itemClass)
    case .nextGroup(let itemClass): Self.number(23, itemClass)
    case .group(let itemClass): Self.number(17, itemClass)
    case .count(let itemClass): Self.number(24, itemClass)
    case .updateSeal(let itemClass): Self.number(25, itemClass)
    }
  }

  private static func number(
    _ kind: UInt64, _ itemClass: ItemClass, _ condition: Condition = .everything
  ) -> UInt64 {
    kind << 56 | condition.number << 32 | UInt64(itemClass.code.rawValue)
  }

  var sql: String {
    switch self {
    case .begin: "BEGIN"
    case .beginImmediate: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .select(let itemClass, let condition): ItemTable(itemClass).select(condition)
    case .insert(let itemClass): ItemTable(itemClass).insert(numbered: false)
    case .insertNumbered(let itemClass): ItemTable(itemClass).insert(numbered: true)
    case .update(let itemClass): ItemTable(itemClass).update
    case .updateContent(let itemClass): ItemTable(itemClass).updateContent
    case .updateSeal(let itemClass): ItemTable(itemClass).updateSeal
    case .delete(let itemClass): "DELETE FROM \(itemClass.rawValue) WHERE id = ?1"
    case .nextGroup(let itemClass):
      "SELECT agrp FROM \(itemClass.rawValue) WHERE agrp > ?1 ORDER BY agrp LIMIT 1"
    case .group(let itemClass): "SELECT 1 FROM \(itemClass.rawValue) WHERE agrp = ?1 LIMIT 1"
    case .count(let itemClass): "SELECT count(*) FROM \(itemClass.rawValue)"
    case .insertChunk: "INSERT INTO chunk (mark, ref, seq, data) VALUES (?1, ?2, ?3, ?4)"
    case .insertNumberedChunk:
      "INSERT INTO chunk (id, mark, ref, seq, data) VALUES (?1, ?2, ?3, ?4, ?5)"
    case .selectChunk: "SELECT id FROM chunk WHERE ref = ?1 AND seq = ?2"
    case .selectChunks: "SELECT seq, data FROM chunk WHERE ref = ?1 ORDER BY seq LIMIT \(Limits.chunkCount)"
    case .deleteChunks: "DELETE FROM chunk WHERE ref = ?1"
    case .insertDomain:
      "INSERT OR IGNORE INTO inet_domain (domain, sync, item) VALUES (?1, ?2, ?3)"
    case .deleteDomains: "DELETE FROM inet_domain WHERE item = ?1"
    case .domainsOfItem: "SELECT domain, sync FROM inet_domain WHERE item = ?1"
    case .insertPair: "INSERT INTO genp_pair (pair, item) VALUES (?1, ?2)"
    case .insertMap: "INSERT INTO genp_map (item, map) VALUES (?1, ?2)"
    case .deletePairs: "DELETE FROM genp_pair WHERE item = ?1"
    case .deleteMap: "DELETE FROM genp_map WHERE item = ?1"
    case .pairsOfItem: "SELECT pair, item FROM genp_pair WHERE item = ?1"
    case .mapOfItem: "SELECT map, item FROM genp_map WHERE item = ?1"
    case .itemsWithPair:
      "SELECT item FROM genp_pair WHERE pair = ?1 AND item > ?2 ORDER BY item LIMIT ?3"
    case .itemsWithMap:
      "SELECT item FROM genp_map WHERE map = ?1 AND item > ?2 ORDER BY item LIMIT ?3"
    case .hasPair: "SELECT 1 FROM genp_pair WHERE pair = ?1 AND item = ?2"
    case .recordChange:
      "INSERT OR REPLACE INTO change (class, item, kind, version)"
        + " VALUES (?1, ?2, ?3, (SELECT commits + 1 FROM store WHERE id = 1))"
    case .deleteChange: "DELETE FROM change WHERE class = ?1 AND item = ?2"
    case .hasChange: "SELECT 1 FROM change WHERE class = ?1 AND item = ?2"
    case .insertRequest:
      "INSERT INTO request (client, request, status, refs, time, version)"
        + " VALUES (?1, ?2, ?3, ?4, ?5, (SELECT commits + 1 FROM store WHERE id = 1))"
    case .selectRequest: "SELECT status, refs FROM request WHERE client = ?1 AND request = ?2"
    case .selectOldestRequest:
      "SELECT id, version, time, (SELECT max(id) FROM request) FROM request ORDER BY id LIMIT 1"
    case .deleteRequests:
      """
      DELETE FROM request WHERE id < min(
        (SELECT max(id) FROM request) - ?3 + 1, (SELECT min(id) FROM request) + ?4,
        ifnull((SELECT min(id) FROM (SELECT id, time FROM request ORDER BY id LIMIT ?4) WHERE time BETWEEN ?1 AND ?2),
          9223372036854775807))
      """
    case .insertQuarantine:
      "INSERT INTO quarantine (mark, class, item, moved, record) VALUES (?1, ?2, ?3, ?4, ?5)"
    case .insertNumberedQuarantine:
      "INSERT INTO quarantine (id, mark, class, item, moved, record)"
        + " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    case .updateQuarantine: "UPDATE quarantine SET record = ?2 WHERE id = ?1"
    case .selectStore:
      """
      SELECT uuid, file, keybag, digest, lock_generation, commits, genp, inet, keys, cert
        FROM store WHERE id = 1
      """
    case .updateStore:
      """
      UPDATE store SET uuid = ?1, file = ?2, keybag = ?3, digest = ?4, lock_generation = ?5,
        commits = ?6, genp = ?7, inet = ?8, keys = ?9, cert = ?10 WHERE id = 1
      """
    case .countCommit: "UPDATE store SET commits = commits + 1 WHERE id = 1"
    }
  }
}
