import Foundation
import Security

/// Measures the first call of a process. The call initializes the libraries, opens the store and finds one item.
enum OpenBenchmark {
  /// Returns the time in which the keychain opens the store and finds one item, in microseconds.
  static func keychain(_ store: StoreFolder) -> Double {
    let query =
      store.filling.measured(store.count)[0].query([kSecReturnData as String: true])
      as NSDictionary
    return time { StoreBenchmark.find(query) }
  }

  /// Returns the time in which the floor (CFloor.h) opens its database and finds one item, in microseconds.
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
