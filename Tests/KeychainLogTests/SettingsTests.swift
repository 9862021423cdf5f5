import Testing

@testable import KeychainLog

@Suite struct SettingsTests {
  @Test func whatIsDocumentedIsUnderstood() {
    #expect(LogSettings("journal") == LogSettings(.journal, .notice))
    #expect(LogSettings("stderr") == LogSettings(.standardError, .notice))
    #expect(LogSettings("stderr:error") == LogSettings(.standardError, .error))
    #expect(LogSettings("journal:notice") == LogSettings(.journal, .notice))
    #expect(LogSettings("journal:info") == LogSettings(.journal, .info))
    #expect(LogSettings("stderr:debug") == LogSettings(.standardError, .debug))
  }

  @Test(
    arguments: [
      "", ":", "journal:", ":debug", "stderr:warning", "stderr:debug:", "Journal", " stderr", "1",
    ]) func anythingElseIsNot(_ text: String)
  { #expect(LogSettings(text) == nil) }

  @Test func destinationFollowsTheSettings() {
    #expect(LogDestination(nil, hasJournal: { true }).level == nil)
    let errors = LogDestination("stderr:info", hasJournal: { true })
    #expect(errors.level == .info && errors.sink is StandardErrorSink && errors.warning == nil)
    let journal = LogDestination("journal:error", hasJournal: { true })
    #expect(journal.level == .error && journal.sink is JournalSink && journal.warning == nil)
  }

  @Test func withoutAJournalStandardErrorIsUsedAndItIsSaid() {
    let destination = LogDestination("journal:debug", hasJournal: { false })
    #expect(destination.level == .debug)
    #expect(destination.sink is StandardErrorSink)
    #expect(destination.warning?.description.contains("no journal") == true)
  }

  @Test func wrongSettingsAreSaidAndNotRepeated() {
    let destination = LogDestination("hunter2", hasJournal: { true })
    #expect(destination.level == .notice)
    #expect(destination.sink is StandardErrorSink)
    #expect(destination.warning?.description.contains("LATCHKEY_LOG") == true)
    #expect(destination.warning?.description.contains("hunter2") == false)
  }
}
