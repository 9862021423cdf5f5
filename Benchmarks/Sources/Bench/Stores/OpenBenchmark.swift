import Foundation
import Security

/// What the first call of a process costs: the libraries set up, the store opened, one item found.
enum OpenBenchmark {
  /// Microseconds of the keychain's first find.
  static func keychain(_ store: StoreFolder) -> Double {
    let query =
      store.filling.measured(store.count)[0].query([kSecReturnData as String: true])
      as NSDictionary
    return time { StoreBenchmark.find(query) }
  }

  /// Microseconds of opening the floor's database and finding there.
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
