import Foundation
import Security

/// Deletes items of the fuzzer's keychain.
enum Keychain {
  /// `nonisolated(unsafe)` is safe, because libFuzzer uses one thread.
  nonisolated(unsafe) private static var calls = 0

  /// Deletes all items after every 1024 calls, so that all calls take a similar time.
  static func tidy() {
    calls += 1
    guard calls % 1024 == 0 else { return }
    for name in Dictionaries.classes {
      for group in Dictionaries.groups {
        SecItemDelete(
          [
            kSecClass: name, kSecAttrAccessGroup: group,
            kSecAttrSynchronizable: kSecAttrSynchronizableAny,
          ] as NSDictionary)
      }
    }
  }
}
