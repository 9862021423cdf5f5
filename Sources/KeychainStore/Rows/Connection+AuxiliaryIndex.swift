package import KeychainModel

/// The values with which the side indices find a row. A side index is a table in addition to the table of an item
/// class.
package struct AuxiliaryEntries: Equatable, Sendable {
  /// The domains of the server of an internet password.
  package var domains: Set<BlindValue> = []
  /// One blind value for each free attribute (name and value) of a generic password.
  package var pairs: Set<BlindValue> = []
  /// The blind value of the whole map of free attributes; nil for an item without free attributes.
  package var map: BlindValue?

  package init() {}
}

extension Connection {
  /// Stores the side-index entries of a row. Removes all earlier entries of the row.
  package func setAuxiliaryEntries(
    _ entries: AuxiliaryEntries, _ index: ItemSchema.AuxiliaryIndex, isSynchronizable: Bool, of number: Int64,
    isNew: Bool
  ) throws(KeychainError) {
    if !isNew { try deleteAuxiliaryEntries(index, of: number) }
    for domain in entries.domains {
      try withStatement(.insertDomain) { (statement) throws(KeychainError) in
        try statement.bind(domain, at: 1)
        statement.bind(isSynchronizable ? 1 : 0, at: 2)
        statement.bind(number, at: 3)
        try statement.run()
      }
    }
    for pair in entries.pairs {
      try withStatement(.insertPair) { (statement) throws(KeychainError) in
        try statement.bind(pair, at: 1)
        statement.bind(number, at: 2)
        try statement.run()
      }
    }
    guard let map = entries.map else { return }
    try withStatement(.insertMap) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
      try statement.bind(map, at: 2)
      try statement.run()
    }
  }

  /// The side-index entries of a row. Nil when an entry is damaged, or when the synchronizable flags of an entry and
  /// the row differ.
  package func auxiliaryEntries(
    _ index: ItemSchema.AuxiliaryIndex, isSynchronizable: Bool, of number: Int64
  ) throws(KeychainError) -> AuxiliaryEntries? {
    var entries = AuxiliaryEntries()
    switch index {
    case .domains:
      for (domain, flag) in try values(.domainsOfItem, of: number) {
        guard let domain, flag == (isSynchronizable ? 1 : 0) else { return nil }
        entries.domains.insert(domain)
      }
    case .freeAttributes:
      for (pair, _) in try values(.pairsOfItem, of: number) {
        guard let pair else { return nil }
        entries.pairs.insert(pair)
      }
      for (map, _) in try values(.mapOfItem, of: number) {
        guard let map else { return nil }
        entries.map = map
      }
    }
    return entries
  }

  private func values(
    _ key: StatementKey, of number: Int64
  ) throws(KeychainError) -> [(BlindValue?, Int64)] {
    try withStatement(key) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
      var values: [(BlindValue?, Int64)] = []
      while try statement.step() { values.append((statement.blindValue(0), statement.integer(1))) }
      return values
    }
  }

  package func deleteAuxiliaryEntries(
    _ index: ItemSchema.AuxiliaryIndex, of number: Int64
  ) throws(KeychainError) {
    let keys: [StatementKey] =
      switch index {
      case .domains: [.deleteDomains]
      case .freeAttributes: [.deletePairs, .deleteMap]
      }
    for key in keys {
      try withStatement(key) { (statement) throws(KeychainError) in
        statement.bind(number, at: 1)
        try statement.run()
      }
    }
  }

  // MARK: Free attributes

  /// A key that finds rows by their free attributes: one attribute (name and value), or the whole map of free
  /// attributes.
  package enum FreeAttributeKey: Sendable {
    case pair(BlindValue)
    case map(BlindValue)
  }

  /// The numbers of the rows that have the free attribute or the map in `key`, in ascending order.
  ///
  /// - Parameter after: Only greater row numbers are returned.
  package func rows(
    with key: FreeAttributeKey, after: Int64, limit: Int
  ) throws(KeychainError) -> [Int64] {
    let (statementKey, value): (StatementKey, BlindValue) =
      switch key {
      case .pair(let pair): (.itemsWithPair, pair)
      case .map(let map): (.itemsWithMap, map)
      }
    return try withStatement(statementKey) { (statement) throws(KeychainError) in
      try statement.bind(value, at: 1)
      statement.bind(after, at: 2)
      statement.bind(Int64(limit), at: 3)
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(statement.integer(0)) }
      return numbers
    }
  }

  /// Whether a row has a pair of free attributes.
  package func hasPair(_ pair: BlindValue, row number: Int64) throws(KeychainError) -> Bool {
    try withStatement(.hasPair) { (statement) throws(KeychainError) in
      try statement.bind(pair, at: 1)
      statement.bind(number, at: 2)
      return try statement.step()
    }
  }
}
