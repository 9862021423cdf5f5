import Foundation
import Security

/// One turn of the job `pulse`. Each turn uses items that the last few turns have not used, so the items are not in the
/// caches. In real use, the next item is also not in the caches, because it is unpredictable.
struct PulseTurn {
  private let data: [NSDictionary]
  private let attributes: [NSDictionary]
  private let absent: [NSDictionary]
  private let floor: Floor
  private let floorItems: [TypicalItem]
  private var next = 0

  private static let searchCount = 200
  private static let writeCount = 20

  init(_ store: StoreFolder) {
    let items = store.filling.measured(store.count)
    data = items.map { $0.query([kSecReturnData as String: true]) as NSDictionary }
    attributes = items.map { $0.query([kSecReturnAttributes as String: true]) as NSDictionary }
    absent = (0..<Self.searchCount).map { TypicalItem($0, .absent).query() as NSDictionary }
    floor = Floor(store.floorPath)
    floorItems = Filling.even.measured(store.count)
  }

  mutating func run() -> Pulse.Beat {
    let start = next
    next += Self.searchCount
    var beat = Pulse.Beat()
    searches(start, &beat)
    writes(start, &beat)
    return beat
  }

  private func searches(_ start: Int, _ beat: inout Pulse.Beat) {
    let place = { [data] index in (start + index) % data.count }
    beat.keychain[.findData] = median { StoreBenchmark.find(data[place($0)]) }
    beat.floor[.findData] = median { floor.find(floorItems[place($0)]) }
    // Searches for other items than the preceding searches, which have loaded their items into the caches.
    let other = { [data] index in (start + data.count / 2 + index) % data.count }
    beat.keychain[.findAttributes] = median { StoreBenchmark.find(attributes[other($0)]) }
    beat.floor[.findAttributes] = median { floor.read(floorItems[other($0)]) }
    beat.keychain[.miss] = median {
      require(SecItemCopyMatching(absent[$0], nil), errSecItemNotFound)
    }
  }

  private func writes(_ start: Int, _ beat: inout Pulse.Beat) {
    let items = (0..<Self.writeCount).map { TypicalItem(start + $0, .added) }
    let values = [kSecValueData as String: Data(TypicalItem.secret)] as NSDictionary
    let added = items.map { $0.item() as NSDictionary }
    let queries = items.map { $0.query() as NSDictionary }
    beat.keychain[.add] = median(Self.writeCount) { require(SecItemAdd(added[$0], nil)) }
    beat.keychain[.update] = median(Self.writeCount) {
      require(SecItemUpdate(queries[$0], values))
    }
    beat.keychain[.delete] = median(Self.writeCount) { require(SecItemDelete(queries[$0])) }
    beat.floor[.add] = median(Self.writeCount) { floor.add(items[$0]) }
    beat.floor[.update] = median(Self.writeCount) { floor.update(items[$0]) }
    beat.floor[.delete] = median(Self.writeCount) { floor.delete(items[$0]) }
  }

  private func median(_ count: Int = searchCount, _ body: (Int) -> Void) -> Double {
    var samples = Samples()
    for index in 0..<count { samples.append { body(index) } }
    return samples.median
  }
}
