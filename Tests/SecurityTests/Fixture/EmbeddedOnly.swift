import Foundation
import ServiceTestSupport
import Testing

/// Why a test runs only on a keychain in its own process.
enum EmbeddedOnly: Comment {
  /// The keychain of the process posts notifications on the thread of the call.
  case observesItsOwnCommits = "observers of commits are called by the keychain of the process"
  /// What the keychain logs is in the log of the process that keeps it.
  case readsTheLog = "the keychain logs in another process"
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test out where the keychain is in another process.
  static func embedded(_ reason: EmbeddedOnly) -> Self {
    .enabled(if: !ServedKeychain.isRemote, reason.rawValue)
  }
}

@Suite struct EmbeddedOnlyTests {
  /// Every other test must pass on a keychain in another process, too: the list may only become shorter.
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
    #expect(count == 7)
  }
}
