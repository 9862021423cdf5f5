import Foundation

/// The keychain of the fuzzer process. Its folder is removed when the process ends.
public enum FuzzKeychain {
  /// Creates the folder of the keychain when it is first read. The value is always true.
  public static let isReady: Bool = {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    var template = Array("\(parent)/latchkey-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no folder for the keychain") }
    let home = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    setenv("LATCHKEY_HOME", home, 1)
    setenv("LATCHKEY_LOG", "off", 1)
    folder = home
    atexit { try? FileManager.default.removeItem(atPath: FuzzKeychain.folder) }
    return true
  }()

  /// The path of the folder. `nonisolated(unsafe)` is safe, because only the initialization of `isReady` writes it,
  /// before any other code reads it.
  nonisolated(unsafe) public private(set) static var folder = ""
}
