import Foundation
import Security

extension StoreBenchmark {
  mutating func measureWrites() {
    let (floor, leanFloor) = (floor, leanFloor)
    let new = (0..<writeCount).map { TypicalItem($0, .added) }
    let items = new.map { $0.item() as NSDictionary }
    let queries = new.map { $0.query() as NSDictionary }
    let values = [kSecValueData as String: Data(TypicalItem.secret)] as NSDictionary

    lengthenLogs()
    write(
      .add, { require(SecItemAdd(items[$0], nil)) }, floor: { floor.add(new[$0]) },
      leanFloor: { leanFloor.add(new[$0]) })
    write(
      .update, { require(SecItemUpdate(queries[$0], values)) },
      floor: { floor.update(new[$0]) }, leanFloor: { leanFloor.update(new[$0]) })
    write(
      .delete, { require(SecItemDelete(queries[$0])) }, floor: { floor.delete(new[$0]) },
      leanFloor: { leanFloor.delete(new[$0]) })
    measureAddsInARow()
  }

  /// Makes writes until the write-ahead logs have reached their full length. After that, writes do not extend the log
  /// files, as in a store that has been in use.
  private func lengthenLogs() {
    let new = (0..<300).map { TypicalItem($0, .warming) }
    for item in new {
      require(SecItemAdd(item.item() as CFDictionary, nil))
      floor.add(item)
      leanFloor.add(item)
    }
    for item in new {
      require(SecItemDelete(item.query() as CFDictionary))
      floor.delete(item)
      leanFloor.delete(item)
    }
  }

  private mutating func write(
    _ operation: MeasuredOperation, _ keychain: @escaping (Int) -> Void,
    floor: @escaping (Int) -> Void, leanFloor: @escaping (Int) -> Void
  ) {
    let samples = Contest.run(writeCount, block: 20, [keychain, floor, leanFloor])
    note(operation, samples[0], floor: samples[1], leanFloor: samples[2])
  }

  /// Measures the time of a thousand consecutive adds, and the number of bytes that these adds write.
  private mutating func measureAddsInARow() {
    let new = (0..<1000).map { TypicalItem($0, .row) }
    let items = new.map { $0.item() as NSDictionary }
    var (ours, floors) = (Samples(), Samples())
    for _ in 0..<3 {
      footprint.bytesWrittenPerAdd =
        Self.bytesWritten { ours.append { for item in items { require(SecItemAdd(item, nil)) } } }
        / 1000
      footprint.floorBytesWrittenPerAdd =
        Self.bytesWritten { floors.append { for item in new { floor.add(item) } } } / 1000
      for item in new {
        require(SecItemDelete(item.query() as CFDictionary))
        floor.delete(item)
      }
    }
    note(.addsInARow, ours, floor: floors)
  }

  private static func bytesWritten(_ body: () -> Void) -> Double {
    let before = ProcessFigures.bytesWritten
    body()
    return Double(ProcessFigures.bytesWritten - before)
  }
}
