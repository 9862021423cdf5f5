import Foundation
import Security

/// Measures every operation on one store. It runs in a process of its own, so that opening the
/// store and the memory it takes are those of this store.
struct StoreBenchmark {
  let filling: Filling
  let count: Int
  let home: String

  private var report = Report()

  init(_ filling: Filling, count: Int, home: String) {
    self.filling = filling
    self.count = count
    self.home = home
  }

  mutating func run() -> Report {
    let items = filling.measured(count)
    measureOpening(items[0])
    let floorItems = (0..<count).map { TypicalItem($0) }
    let floor = Floor(home + "/floor.db", floorItems)
    let floorPlaces = (0..<2000).map { floorItems[$0 * 7919 % count] }

    measureSearches(items, floorPlaces, floor)
    measureWrites(floor)
    if filling == .even, count <= 10_000 { measureAll(floor) }
    return report
  }

  private mutating func measureOpening(_ item: TypicalItem) {
    let query = item.query() as NSDictionary
    note("open, with the first find", Samples(1) { _ in require(SecItemCopyMatching(query, nil)) })
  }

  // MARK: Searches

  private mutating func measureSearches(
    _ items: [TypicalItem], _ floorItems: [TypicalItem], _ floor: Floor
  ) {
    let floorFind = Samples(2000) { floor.find(floorItems[$0]) }.median
    let data: [String: Any] = [kSecReturnData as String: true]
    let attributes: [String: Any] = [kSecReturnAttributes as String: true]

    let dataQueries = items.map { $0.query(data) as NSDictionary }
    note(
      "find one, data", Samples(2000) { Self.find(dataQueries[$0]) }, floor: floorFind,
      asWritten: Samples(2000) { index in
        var result: CFTypeRef?
        require(SecItemCopyMatching(items[index].query(data) as CFDictionary, &result))
        precondition((result as? Data)?.count == 32)
      })

    let attributeQueries = items.map { $0.query(attributes) as NSDictionary }
    note(
      "find one, attributes", Samples(2000) { Self.find(attributeQueries[$0]) },
      floor: floorFind,
      asWritten: Samples(2000) { index in
        var result: CFTypeRef?
        require(SecItemCopyMatching(items[index].query(attributes) as CFDictionary, &result))
        precondition((result as? [String: Any]) != nil)
      })

    let plain = items.map { $0.query() as NSDictionary }
    note(
      "existence", Samples(2000) { require(SecItemCopyMatching(plain[$0], nil)) },
      floor: floorFind)

    let absent = (0..<2000).map { TypicalItem($0, service: "absent") }
    let absentQueries = absent.map { $0.query(data) as NSDictionary }
    note(
      "miss",
      Samples(2000) { index in
        var result: CFTypeRef?
        require(SecItemCopyMatching(absentQueries[index], &result), errSecItemNotFound)
      }, floor: Samples(2000) { floor.find(absent[$0]) }.median)

    for index in 0..<10 { floor.add(TypicalItem(index, sharedService: Filling.ten)) }
    let ten =
      [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: Filling.ten,
        kSecMatchLimit as String: kSecMatchLimitAll,
        kSecReturnData as String: true,
      ] as [String: Any] as NSDictionary
    note(
      "find all of a service, 10", Samples(1000) { _ in Self.find(ten) },
      floor: Samples(1000) { _ in floor.scan(Filling.ten) }.median)
  }

  private mutating func measureAll(_ floor: Floor) {
    let all =
      [
        kSecClass as String: kSecClassGenericPassword,
        kSecMatchLimit as String: kSecMatchLimitAll,
        kSecReturnData as String: true,
      ] as [String: Any] as NSDictionary
    note("find all, data", Samples(7) { _ in Self.find(all) })
  }

  private static func find(_ query: NSDictionary) {
    var result: CFTypeRef?
    require(SecItemCopyMatching(query, &result))
  }

  // MARK: Writes

  private mutating func measureWrites(_ floor: Floor) {
    let new = (0..<1000).map { TypicalItem($0, service: "new") }
    let items = new.map { $0.item() as NSDictionary }
    let queries = new.map { $0.query() as NSDictionary }
    let values = [kSecValueData as String: Data(TypicalItem.secret)] as NSDictionary

    let before = ProcessFigures.bytesWritten
    let start = Samples.now()
    let adds = Samples(1000) { require(SecItemAdd(items[$0], nil)) }
    let total = Double(Samples.now() - start) / 1000
    let written = Double(ProcessFigures.bytesWritten - before) / 1000
    note("add", adds, floor: Samples(1000) { floor.add(new[$0]) }.median)
    report.measurements.append(
      Measurement(
        filling: filling.rawValue, count: count, operation: "1000 adds in a row", median: total,
        percentile99: total))
    note(
      "update", Samples(1000) { require(SecItemUpdate(queries[$0], values)) },
      floor: Samples(1000) { floor.update(new[$0]) }.median)
    report.footprints.append(
      Footprint(
        filling: filling.rawValue, count: count,
        bytesAnItem: Double(ProcessFigures.byteCount(home + "/keychain.db"))
          / Double(count + 1010),
        bytesWrittenAnAdd: written, residentMebibytes: ProcessFigures.residentMebibytes))
    note(
      "delete", Samples(1000) { require(SecItemDelete(queries[$0])) },
      floor: Samples(1000) { floor.delete(new[$0]) }.median)
  }

  private mutating func note(
    _ operation: String, _ samples: Samples, floor: Double? = nil, asWritten: Samples? = nil
  ) {
    report.measurements.append(
      Measurement(
        filling: filling.rawValue, count: count, operation: operation, median: samples.median,
        percentile99: samples.percentile99, asWritten: asWritten?.median, floor: floor))
  }
}
