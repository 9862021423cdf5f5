import Foundation
import ServiceTestSupport
import Testing

/// A reason why a test runs only with a keychain in the process of the test.
enum EmbeddedOnly: Comment {
  /// The test reads the log. A keychain in another process writes to a different log.
  case readsTheLog = "the keychain logs in another process"
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if the keychain is in another process.
  static func embedded(_ reason: EmbeddedOnly) -> Self {
    .enabled(if: !ServedKeychain.isRemote, reason.rawValue)
  }
}

@Suite struct EmbeddedOnlyTests {
  /// `.embedded` excludes a test from runs with a keychain in another process. Only one test may be excluded. This
  /// number must never be increased.
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
