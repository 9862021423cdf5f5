import EngineBenchmarks
import Foundation

/// Measures searches by free attributes, and searches for the names of locked items. The benchmark calls the engine
/// directly, because no public function supports free attributes.
enum FreeAttributesBenchmark {
  private static let searches: [(String, FreeAttributesKeychain.Search, found: Int)] = [
    ("one pair", .onePair, 1), ("one pair and a common one", .commonAndOwnPair, 1), ("all pairs", .wholeMap, 1),
    ("a pair of 100", .group, FreeAttributesKeychain.groupCount), ("no such pair", .miss, 0),
  ]

  /// Fills a separate keychain in the folder of a store, with as many items as the store, and measures searches in this
  /// keychain. The process must not have used a keychain before.
  static func perform(_ store: StoreFolder, isQuick: Bool) -> [FreeAttributesReport] {
    let keychain = FreeAttributesKeychain(home: store.path + "/free-attributes", count: store.count)
    do {
      try keychain.fill()
      let open = try measure(store, keychain, isLocked: false, isQuick: isQuick)
      try keychain.lock()
      return open + (try measure(store, keychain, isLocked: true, isQuick: isQuick))
    } catch { fail("free attributes: \(error)") }
  }

  private static func measure(
    _ store: StoreFolder, _ keychain: FreeAttributesKeychain, isLocked: Bool, isQuick: Bool
  ) throws -> [FreeAttributesReport] {
    let floor = Floor(store.floorPath)
    let items = store.filling.measured(store.count)
    let absent = (0..<1_000).map { TypicalItem($0, .absent) }
    return try searches.map { name, search, found in
      let queries = try (0..<1_000).map {
        try keychain.query(search, $0 * 7919 % store.count, isLocked: isLocked)
      }
      let contestants: [(Int) -> Void] = [
        { index in
          guard let number = try? keychain.run(queries[index % queries.count]), number == found else {
            fail("\(name): not \(found) items")
          }
        },
        // The floor (CFloor.h) finds one row. If the keychain is locked, the floor only checks that the row exists.
        { index in
          if found == 0 {
            floor.miss(absent[index % absent.count])
          } else if isLocked {
            floor.exists(items[index % items.count])
          } else {
            floor.find(items[index % items.count])
          }
        },
      ]
      let samples = Contest.run(isQuick ? 500 : 2_000, block: 50, isWarmedUp: true, contestants)
      return FreeAttributesReport(
        search: name, isLocked: isLocked, found: found, count: store.count, keychain: samples[0].summary,
        floor: samples[1].summary, ratio: found > 1 ? nil : Ratio(samples[0], to: samples[1]))
    }
  }
}
