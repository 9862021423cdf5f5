import Foundation
import ServiceTestSupport
import Testing

/// The reasons why a test runs only with a keychain in its own process.
enum EmbeddedOnly: Comment {
  /// The log entries of a keychain are in the log of its own process.
  case readsTheLog = "the keychain logs in another process"
}

extension Trait where Self == ConditionTrait {
  /// Skips a test when the keychain is in another process.
  static func embedded(_ reason: EmbeddedOnly) -> Self {
    .enabled(if: !ServedKeychain.isRemote, reason.rawValue)
  }
}

@Suite struct EmbeddedOnlyTests {
  /// All other tests must also pass with a keychain in another process. This list may only become
  /// shorter.
  @Test func noFurtherTestIsLeftOut() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var count = 0
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", file.lastPathComponent != "EmbeddedOnly.swift" else {
        continue
      }
      count +=
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: ".embedded(.")
        .count - 1
    }
    #expect(count == 1)
  }
}
