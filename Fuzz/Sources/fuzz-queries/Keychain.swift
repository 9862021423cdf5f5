import Foundation
import Security

/// Empties the keychain of this process.
enum Keychain {
  /// `nonisolated(unsafe)` is safe here: libFuzzer uses one thread.
  nonisolated(unsafe) private static var calls = 0

  /// Empties the keychain at intervals, so that every call takes the same time.
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
