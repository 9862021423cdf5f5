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
  @Test func noFurtherTestIsLeftOut() throws { #expect(try count(".embedded(.") == 1) }

  /// The list of differences names no test without the mark.
  @Test func everyDifferenceIsThatOfATest() throws {
    #expect(try count(".differsInKeychaind") == KeychaindDifference.tests.count)
  }

  /// Counts a text in the files of the tests, except in the folder of this file.
  private func count(_ text: String) throws -> Int {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
    var count = 0
    let files = FileManager.default.enumerator(at: fixture.deletingLastPathComponent(), includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", file.deletingLastPathComponent().path != fixture.path else { continue }
      count += try String(contentsOf: file, encoding: .utf8).components(separatedBy: text).count - 1
    }
    return count
  }
}
