import KeychainModel
import ServiceTestSupport
import TestSupport
import Testing

@testable import Security

/// The log entries about entitlements that cannot be used.
@Suite struct EntitlementLeakTests {
  private let log = CapturedLog()

  @Test("The log names a malformed file of entitlements, but repeats nothing from it") func entitlements() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array("<plist>\(LeakMarker.text)".utf8), to: "wrong.entitlements")
    log.capture {
      for path in [folder("wrong.entitlements"), folder("missing")] {
        #expect(throws: KeychainError.self) {
          try ProcessCaller.caller(entitlements: path, executable: nil)
        }
        #expect(log.text.contains(path))
      }
    }
    #expect(log.text.contains("LATCHKEY_STATUS=-34018"))
    #expect(log.text.contains("PRIORITY=3"))
    #expect(LeakMarker.spellings(in: log.text) == [])
  }
}
