import Foundation
import Security

/// A process that measures a few operations of one store each time it is told to, so that stores
/// of different sizes can be measured in turns.
enum Pulse {
  /// What one turn measured: medians in microseconds.
  typealias Beat = [MeasuredOperation: Double]

  /// The operations that are compared between stores.
  static let operations = searches + [.add, .update, .delete]
  static let searches: [MeasuredOperation] = [.findData, .findAttributes, .miss]

  /// Answers each line on standard input with one line: the medians, in the order of `operations`.
  static func answer(_ store: StoreFolder) {
    var turn = Turn(store)
    while readLine() != nil {
      let beat = turn.run()
      print(operations.map { String(beat[$0] ?? 0) }.joined(separator: " "))
      fflush(nil)
    }
  }

  static func beat(_ line: String) -> Beat {
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == operations.count else { fail("a store's process has ended") }
    return Dictionary(uniqueKeysWithValues: zip(operations, numbers))
  }

  private struct Turn {
    private let data: [NSDictionary]
    private let attributes: [NSDictionary]
    private let absent: [NSDictionary]
    private var next = 0

    init(_ store: StoreFolder) {
      let items = store.filling.measured(store.count)
      data = items.map { $0.query([kSecReturnData as String: true]) as NSDictionary }
      attributes = items.map { $0.query([kSecReturnAttributes as String: true]) as NSDictionary }
      absent = (0..<200).map { TypicalItem($0, .absent).query() as NSDictionary }
    }

    mutating func run() -> Beat {
      let start = next
      next += 200
      let place = { [data] index in (start + index) % data.count }
      var beat: Beat = [:]
      beat[.findData] = median(200) { [data] in StoreBenchmark.find(data[place($0)]) }
      beat[.findAttributes] = median(200) { [attributes] in
        StoreBenchmark.find(attributes[place($0)])
      }
      beat[.miss] = median(200) { [absent] in
        require(SecItemCopyMatching(absent[$0], nil), errSecItemNotFound)
      }
      writes(start, &beat)
      return beat
    }

    private func writes(_ start: Int, _ beat: inout Beat) {
      let items = (0..<20).map { TypicalItem(start + $0, .added) }
      let values = [kSecValueData as String: Data(TypicalItem.secret)] as NSDictionary
      let added = items.map { $0.item() as NSDictionary }
      let queries = items.map { $0.query() as NSDictionary }
      beat[.add] = median(20) { require(SecItemAdd(added[$0], nil)) }
      beat[.update] = median(20) { require(SecItemUpdate(queries[$0], values)) }
      beat[.delete] = median(20) { require(SecItemDelete(queries[$0])) }
    }

    private func median(_ count: Int, _ body: (Int) -> Void) -> Double {
      var samples = Samples()
      for index in 0..<count { samples.append { body(index) } }
      return samples.median
    }
  }
}
