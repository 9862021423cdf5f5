import KeychainModel

/// Names a statement that a connection keeps prepared, and spells its SQL.
///
/// A small key instead of the text: looking a statement up must cost less than running it.
enum StatementKey: Hashable {
  case begin
  case beginImmediate
  case commit
  case select(ItemClass, Condition)
  case identifiersAfter(ItemClass, Condition)
  case insert(ItemClass)
  case insertNumbered(ItemClass)
  case update(ItemClass)
  case delete(ItemClass)
  case nextGroup(ItemClass)
  case count(ItemClass)
  case insertChunk
  case insertNumberedChunk
  case selectChunk
  case selectChunks
  case deleteChunks
  case insertDomain
  case deleteDomains
  case domainsOfItem
  case insertQuarantine
  case insertNumberedQuarantine

  /// What rows a select yields. `key` numbers an index of the class's schema; `further` is the
  /// set of indices, as bits, that are compared as well.
  enum Condition: Hashable {
    case number
    case identifier
    case uniqueness
    case indexed(key: UInt8, further: UInt16)
    case group(further: UInt16)
    case domain(further: UInt16)
    case everything
  }

  var sql: String {
    switch self {
    case .begin: "BEGIN"
    case .beginImmediate: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .select(let itemClass, let condition): Table(itemClass).select(condition)
    case .identifiersAfter(let itemClass, let condition): Table(itemClass).numbers(condition)
    case .insert(let itemClass): Table(itemClass).insert(numbered: false)
    case .insertNumbered(let itemClass): Table(itemClass).insert(numbered: true)
    case .update(let itemClass): Table(itemClass).update
    case .delete(let itemClass): "DELETE FROM \(itemClass.rawValue) WHERE id = ?1"
    case .nextGroup(let itemClass):
      "SELECT agrp FROM \(itemClass.rawValue) WHERE agrp > ?1 ORDER BY agrp LIMIT 1"
    case .count(let itemClass): "SELECT count(*) FROM \(itemClass.rawValue)"
    case .insertChunk: "INSERT INTO chunk (mark, ref, seq, data) VALUES (?1, ?2, ?3, ?4)"
    case .insertNumberedChunk:
      "INSERT INTO chunk (id, mark, ref, seq, data) VALUES (?1, ?2, ?3, ?4, ?5)"
    case .selectChunk: "SELECT id FROM chunk WHERE ref = ?1 AND seq = ?2"
    case .selectChunks: "SELECT seq, data FROM chunk WHERE ref = ?1 ORDER BY seq"
    case .deleteChunks: "DELETE FROM chunk WHERE ref = ?1"
    case .insertDomain:
      "INSERT OR IGNORE INTO inet_domain (domain, sync, item) VALUES (?1, ?2, ?3)"
    case .deleteDomains: "DELETE FROM inet_domain WHERE item = ?1"
    case .domainsOfItem: "SELECT domain, sync FROM inet_domain WHERE item = ?1"
    case .insertQuarantine:
      "INSERT INTO quarantine (mark, class, item, moved, record) VALUES (?1, ?2, ?3, ?4, ?5)"
    case .insertNumberedQuarantine:
      "INSERT INTO quarantine (id, mark, class, item, moved, record)"
        + " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    }
  }
}
