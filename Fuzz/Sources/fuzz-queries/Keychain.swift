import Foundation
import Security

/// The tidying of the keychain of this process.
enum Keychain {
  /// libFuzzer calls from one thread.
  nonisolated(unsafe) private static var calls = 0

  /// Empties the keychain now and then, so that every call costs the same.
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
