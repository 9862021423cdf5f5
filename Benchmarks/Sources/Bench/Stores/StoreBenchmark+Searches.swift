import Foundation
import Security

extension StoreBenchmark {
  mutating func measureSearches() {
    measureFindingOne()
    measureAbsence()
    measureTen()
    if store.filling == .even, store.count >= 10_000 { measureTenThousand() }
  }

  private mutating func measureFindingOne() {
    let (items, floorItems, floor) = (items, floorItems, floor)
    let data: [String: Any] = [kSecReturnData as String: true]
    let attributes: [String: Any] = [kSecReturnAttributes as String: true]

    let dataQueries = items.map { $0.query(data) as NSDictionary }
    search(
      .findData, { Self.find(dataQueries[$0]) }, floor: { floor.find(floorItems[$0]) },
      asWritten: { index in
        let result = Self.find(items[index].query(data) as CFDictionary)
        if (result as? Data)?.count != TypicalItem.secret.count { fail("a wrong secret") }
      })

    let attributeQueries = items.map { $0.query(attributes) as NSDictionary }
    search(
      .findAttributes, { Self.find(attributeQueries[$0]) },
      floor: { floor.read(floorItems[$0]) },
      asWritten: { index in
        let result = Self.find(items[index].query(attributes) as CFDictionary)
        let found = result as? [String: Any]
        if found?[kSecAttrService as String] as? String != items[index].service {
          fail("wrong attributes")
        }
      })
  }

  private mutating func measureAbsence() {
    let (floorItems, floor) = (floorItems, floor)
    let queries = items.map { $0.query() as NSDictionary }
    search(
      .existence, { require(SecItemCopyMatching(queries[$0], nil)) },
      floor: { floor.exists(floorItems[$0]) })

    let absent = (0..<searchCount).map { TypicalItem($0, .absent) }
    let absentQueries = absent.map {
      $0.query([kSecReturnData as String: true]) as NSDictionary
    }
    search(
      .miss,
      { index in
        var result: CFTypeRef?
        require(SecItemCopyMatching(absentQueries[index], &result), errSecItemNotFound)
      }, floor: { floor.miss(absent[$0]) })
  }

  private mutating func measureTen() {
    let floor = floor
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: Filling.serviceOfTen,
      kSecMatchLimit as String: kSecMatchLimitAll,
      kSecReturnData as String: true,
    ]
    let ten = query as NSDictionary
    search(
      .findTen, { _ in Self.find(ten) },
      floor: { _ in floor.find(service: Filling.serviceOfTen, count: 10) },
      asWritten: { _ in
        if (Self.find(query as CFDictionary) as? [Data])?.count != 10 { fail("not ten items") }
      })
  }

  private mutating func measureTenThousand() {
    let floor = floor
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecMatchLimit as String: 10_000,
      kSecReturnData as String: true,
    ]
    let all = query as NSDictionary
    let samples = Contest.run(
      10, block: 1, isWarmedUp: true,
      [
        { _ in Self.find(all) },
        { _ in floor.find(first: 10_000) },
        { _ in
          if (Self.find(query as CFDictionary) as? [Data])?.count != 10_000 { fail("not all") }
        },
      ])
    note(.findTenThousand, samples[0], floor: samples[1], asWritten: samples[2])
  }

  private mutating func search(
    _ operation: MeasuredOperation, _ keychain: @escaping (Int) -> Void,
    floor: @escaping (Int) -> Void, asWritten: ((Int) -> Void)? = nil
  ) {
    let contestants = [keychain, floor] + (asWritten.map { [$0] } ?? [])
    let samples = Contest.run(searchCount, block: 50, isWarmedUp: true, contestants)
    note(
      operation, samples[0], floor: samples[1],
      asWritten: samples.count > 2 ? samples[2] : nil)
  }

  @discardableResult
  static func find(_ query: CFDictionary) -> CFTypeRef? {
    var result: CFTypeRef?
    require(SecItemCopyMatching(query, &result))
    return result
  }
}
