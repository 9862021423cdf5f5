import KeychainModel
import Testing

/// Tests of the size of a report. A client may leave many reports in the service.
@Suite struct VerificationReportTests {
  @Test func aReportListsALimitedNumberOfDamages() {
    var report = VerificationReport()
    for number in 0..<VerificationReport.largestDamageCount + 5 {
      report.note("the row does not open", .genericPassword, Int64(number))
    }
    #expect(report.damages.count == VerificationReport.largestDamageCount + 1)
    #expect(report.damages.last?.itemClass == nil)
    report.note("the header is damaged")
    #expect(report.damages.count == VerificationReport.largestDamageCount + 2)
    #expect(!report.isIntact)
  }

  /// A million damaged rows take about as long as a thousand.
  @Test(.timeLimit(.minutes(1))) func damagesThatAreNotListedTakeNoTime() {
    var report = VerificationReport()
    for number in 0..<1_000_000 { report.note("the row does not open", .genericPassword, Int64(number)) }
    #expect(report.damages.count == VerificationReport.largestDamageCount + 1)
  }
}
