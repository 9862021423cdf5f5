import Foundation
import Security

/// Measures searches of several keychains. The keychains are in the folder of a store.
enum KeychainListBenchmark {
  static let count = 10

  /// The item that the searches find is in the first keychain.
  private static let item = TypicalItem(0)

  static func run(_ store: StoreFolder, isQuick: Bool) -> KeychainListReport {
    Child.run(.makeKeychains, store)
    var openings = Samples()
    for _ in 0..<(isQuick ? 5 : 20) {
      let times: [Double] = Child.result(.openKeychains, store)
      openings = Samples(openings.durations + times)
    }
    var report: KeychainListReport = Child.result(.searchKeychains, store, isQuick ? ["quick"] : [])
    report.openingTen = openings.summary
    return report
  }

  /// Makes the keychains, with one item in the first of them. The last keychain is locked.
  static func make(_ store: StoreFolder) {
    setHome(store)
    for index in 0...count {
      require(SecKeychainCreate(path(index), 8, "password", false, nil, nil))
    }
    require(
      SecItemAdd(item.item([kSecUseKeychain as String: keychain(0)]) as CFDictionary, nil))
    require(SecKeychainLock(keychain(count)))
  }

  /// Returns the time of the first search in a process, in microseconds. The search opens ten keychains and finds
  /// nothing.
  static func openingTime(_ store: StoreFolder) -> Double {
    setHome(store)
    let query = TypicalItem(1).query([kSecMatchSearchList as String: (0..<count).map(keychain)]) as CFDictionary
    var samples = Samples()
    samples.append { require(SecItemCopyMatching(query, nil), errSecItemNotFound) }
    return samples.median
  }

  static func search(_ store: StoreFolder, isQuick: Bool) -> KeychainListReport {
    setHome(store)
    let one = query([keychain(0)])
    let ten = query((0..<count).map(keychain))
    let unusable = query([keychain(count + 1), keychain(count), keychain(0)])
    let samples = Contest.run(
      isQuick ? 500 : 5_000, block: 50, isWarmedUp: true,
      [{ _ in find(one) }, { _ in find(ten) }, { _ in find(unusable) }])
    return KeychainListReport(
      one: samples[0].summary, firstOfTen: samples[1].summary, afterUnusable: samples[2].summary,
      openingTen: Summary(median: 0, percentile99: 0, worst: 0),
      ratio: Ratio(samples[1], to: samples[0], stretches: 5))
  }

  private static func setHome(_ store: StoreFolder) { setenv("LATCHKEY_HOME", store.path + "/several", 1) }

  private static func path(_ index: Int) -> String { "bench\(index).keychain" }

  private static func keychain(_ index: Int) -> SecKeychain {
    var keychain: SecKeychain?
    require(SecKeychainOpen(path(index), &keychain))
    guard let keychain else { fail("a keychain cannot be opened") }
    return keychain
  }

  private static func query(_ keychains: [SecKeychain]) -> NSDictionary {
    item.query([kSecReturnData as String: true, kSecMatchSearchList as String: keychains]) as NSDictionary
  }

  private static func find(_ query: NSDictionary) {
    var result: CFTypeRef?
    require(SecItemCopyMatching(query, &result))
  }
}
