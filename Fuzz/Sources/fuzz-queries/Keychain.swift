import Foundation
import Security

/// The keychain of this process, in a folder that goes with it.
enum Keychain {
  static let isReady: Bool = {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    var template = Array("\(parent)/latchkey-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no folder for the keychain") }
    let home = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    setenv("LATCHKEY_HOME", home, 1)
    setenv("LATCHKEY_LOG", "off", 1)
    folder = home
    atexit { try? FileManager.default.removeItem(atPath: Keychain.folder) }
    return true
  }()

  /// Written once, above, before anything else runs.
  nonisolated(unsafe) private static var folder = ""
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
