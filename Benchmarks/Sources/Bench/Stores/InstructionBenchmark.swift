import Foundation
import Security

/// Counts the instructions of a call with valgrind, if valgrind is installed. The number does not depend on the load of
/// the machine. It does not include the instructions of the kernel.
enum InstructionBenchmark {
  /// Returns the instructions of each operation of the keychain and of the floor (CFloor.h). Returns an empty array if
  /// there is no stripped program for valgrind.
  static func run(_ store: StoreFolder, stripped: String?) -> [InstructionReport] {
    guard let stripped else { return [] }
    note("counting instructions: \(store.name)")
    return Pulse.operations.map { operation in
      let counts = [Side.keychain, .floor].map { side in
        let (few, many) = (100, 300)
        let difference =
          total(store, operation, side, many, stripped)
          - total(store, operation, side, few, stripped)
        return difference / Double(many - few)
      }
      return InstructionReport(operation: operation, keychain: counts[0], floor: counts[1])
    }
  }

  private enum Side: String { case keychain, floor }

  /// Returns the number of instructions of a process that runs an operation `times` times.
  private static func total(
    _ store: StoreFolder, _ operation: MeasuredOperation, _ side: Side, _ times: Int,
    _ stripped: String
  ) -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/valgrind")
    process.arguments = [
      "--tool=callgrind", "--callgrind-out-file=\(store.path)/callgrind", stripped,
      Child.instructions.rawValue, store.filling.rawValue, String(store.count), store.path,
      operation.rawValue, side.rawValue, String(times),
    ]
    process.environment = Child.environment(store)
      .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    process.standardError = FileHandle.nullDevice
    _ = Child.output(of: process)
    let path = store.path + "/callgrind"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(atPath: path)
    for line in text.split(separator: "\n") where line.hasPrefix("totals:") {
      if let total = Double(line.dropFirst("totals:".count).drop { $0 == " " }) { return total }
    }
    fail("valgrind counted nothing")
  }

  /// Runs an operation several times in a process inside valgrind. The processes that update and delete use the items
  /// that the process with the same number of runs has added.
  static func perform(_ store: StoreFolder, _ words: [String]) {
    guard words.count == 3, let operation = MeasuredOperation(rawValue: words[0]),
      let side = Side(rawValue: words[1]), let times = Int(words[2])
    else { fail("what to count?") }
    switch side {
    case .keychain: keychain(store, operation, times)
    case .floor: floor(store, operation, times)
    }
  }

  private static func keychain(
    _ store: StoreFolder, _ operation: MeasuredOperation, _ times: Int
  ) {
    let items = items(store, operation, times)
    let data: [String: Any] = [kSecReturnData as String: true]
    let attributes: [String: Any] = [kSecReturnAttributes as String: true]
    let values = [kSecValueData as String: Data(TypicalItem.secret)] as NSDictionary
    // Every process builds the same number of queries, however many calls the process makes. The instructions for the
    // queries therefore cancel out in the difference between two processes.
    let queries = items.map {
      $0.query(operation == .findAttributes ? attributes : data) as NSDictionary
    }
    let plain = items.map { $0.query() as NSDictionary }
    let added = items.map { $0.item() as NSDictionary }
    for index in 0..<times {
      var result: CFTypeRef?
      switch operation {
      case .add: require(SecItemAdd(added[index], nil))
      case .update: require(SecItemUpdate(plain[index], values))
      case .delete: require(SecItemDelete(plain[index]))
      case .miss: require(SecItemCopyMatching(queries[index], &result), errSecItemNotFound)
      default: require(SecItemCopyMatching(queries[index], &result))
      }
    }
  }

  private static func floor(
    _ store: StoreFolder, _ operation: MeasuredOperation, _ times: Int
  ) {
    let items = items(store, operation, times)
    let floor = Floor(store.floorPath)
    for index in 0..<times {
      switch operation {
      case .add: floor.add(items[index])
      case .update: floor.update(items[index])
      case .delete: floor.delete(items[index])
      case .miss: floor.miss(items[index])
      case .findAttributes: floor.read(items[index])
      default: floor.find(items[index])
      }
    }
  }

  private static func items(
    _ store: StoreFolder, _ operation: MeasuredOperation, _ times: Int
  ) -> [TypicalItem] {
    switch operation {
    case .add, .update, .delete: (0..<300).map { TypicalItem($0 + times * 1000, .added) }
    case .miss: (0..<300).map { TypicalItem($0, .absent) }
    default: Array(store.filling.measured(store.count).prefix(300))
    }
  }
}
