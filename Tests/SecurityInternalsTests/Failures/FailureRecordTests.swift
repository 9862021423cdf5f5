import KeychainModel
import Testing

@testable import Security

/// The last failure of a thread.
@Suite struct FailureRecordTests {
  @Test func aLongSentenceIsCutWhereACharacterBegins() {
    LastFailure.note(
      Failure(status: -1, cause: .other, reason: "a" + String(repeating: "ö", count: 1000)))
    #expect(LastFailure.current?.reason == "a" + String(repeating: "ö", count: 999))
    LastFailure.clear()
    #expect(LastFailure.current == nil)
  }
}
