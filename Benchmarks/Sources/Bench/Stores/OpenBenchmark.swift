import Foundation
import Security

/// Measures the first call of a process: initializing the libraries, opening the store and finding one item.
enum OpenBenchmark {
  /// Returns the microseconds of the keychain's first find.
  static func keychain(_ store: StoreFolder) -> Double {
    let query =
      store.filling.measured(store.count)[0].query([kSecReturnData as String: true])
      as NSDictionary
    return time { StoreBenchmark.find(query) }
  }

  /// Returns the microseconds of opening the floor's database and finding an item in it.
  static func floor(_ store: StoreFolder) -> Double {
    let item = Filling.even.measured(store.count)[0]
    return time { Floor(store.floorPath).find(item) }
  }

  private static func time(_ body: () -> Void) -> Double {
    var samples = Samples()
    samples.append(body)
    return samples.median
  }
}
