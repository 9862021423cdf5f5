import Foundation
import Security

/// Measures the memory of a process that only uses a keychain.
enum MemoryBenchmark {
  static func run(_ store: StoreFolder) -> Memory {
    var memory = Memory()
    memory.start = ProcessFigures.residentMebibytes
    for item in store.filling.measured(store.count) {
      StoreBenchmark.find(item.query([kSecReturnData as String: true]) as CFDictionary)
      StoreBenchmark.find(item.query([kSecReturnAttributes as String: true]) as CFDictionary)
    }
    let values = [kSecValueData as String: Data(TypicalItem.secret)] as CFDictionary
    for index in 0..<200 {
      let item = TypicalItem(index, .added)
      require(SecItemAdd(item.item() as CFDictionary, nil))
      require(SecItemUpdate(item.query() as CFDictionary, values))
      require(SecItemDelete(item.query() as CFDictionary))
    }
    memory.after = ProcessFigures.residentMebibytes
    memory.peak = ProcessFigures.peakMebibytes
    return memory
  }
}
