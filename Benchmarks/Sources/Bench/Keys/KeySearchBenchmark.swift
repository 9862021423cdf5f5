import CFloor
import Foundation
import Security

/// Measures finding one of 10 000 keys by its tag. For comparison, measures finding one row with SQLite, and reading a
/// key with OpenSSL.
enum KeySearchBenchmark {
  static let count = 10_000

  /// Fills a separate keychain in the folder of a store, and measures searches in this keychain. The process must not
  /// have used a keychain before.
  static func perform(_ store: StoreFolder, isQuick: Bool) -> KeySearchReport {
    setenv("LATCHKEY_HOME", store.path + "/keys", 1)
    let key = fill()
    let floor = Floor(store.floorPath)
    let items = store.filling.measured(store.count)
    let queries = (0..<1_000).map { query($0 * 7 % count) }
    let (point, number) = (Array(key.prefix(65)), Array(key.suffix(32)))
    let samples = Contest.run(
      isQuick ? 500 : 2_000, block: 50, isWarmedUp: true,
      [
        { index in find(queries[index % queries.count]) },
        { index in floor.find(items[index % items.count]) },
        { _ in if floor_key_read(point, number) != 0 { fail("OpenSSL does not read a key") } },
      ])
    return KeySearchReport(
      keychain: samples[0].summary, floor: samples[1].summary, reading: samples[2].summary)
  }

  /// Adds the same key with 10 000 tags. Returns the bytes of the key.
  private static func fill() -> [UInt8] {
    let parameters =
      [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as CFDictionary
    guard let key = SecKeyCreateRandomKey(parameters, nil),
      let data = SecKeyCopyExternalRepresentation(key, nil)
    else { fail("no key is made") }
    for index in 0..<count {
      require(
        SecItemAdd([kSecValueRef: key, kSecAttrApplicationTag: tag(index)] as CFDictionary, nil))
    }
    return [UInt8](data as Data)
  }

  private static func tag(_ index: Int) -> Data { Data("com.example.key.\(index)".utf8) }

  private static func query(_ index: Int) -> NSDictionary {
    [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag(index), kSecReturnRef: true]
      as [CFString: Any] as NSDictionary
  }

  private static func find(_ query: NSDictionary) {
    var result: CFTypeRef?
    require(SecItemCopyMatching(query, &result))
  }
}
