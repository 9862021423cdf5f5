import Foundation
import KeychainModel
import TestSupport
import Testing

@testable import Security

/// The failure causes of the internal modules, and the public failure causes.
@Suite struct FailureCauseTests {
  /// Each status has a usual cause. The row of this cause in docs/failures.md must list the status.
  @Test func theUsualCauseOfEachStatusListsIt() throws {
    let rows = try SourceTree.failureRows()
    for code in KeychainError.Code.allCases {
      let cause = KeychainError(code, "").failureCause
      let row = try #require(rows.first { $0[0] == "\(cause.rawValue)" })
      let statuses = row[2].components(separatedBy: ", ")
      #expect(row[2] == "any" || statuses.contains("\(code.rawValue)"), "\(cause.name) \(code)")
    }
  }

  @Test func thePublicEnumerationIsTheSame() {
    #expect(
      LatchkeyFailureCause.allCases.map { "\($0) \($0.rawValue) \($0.name)" }
        == FailureCause.allCases.map { "\($0) \($0.rawValue) \($0.name)" })
    #expect(LatchkeyFailureCause.allCases.map(\.advice) == FailureCause.allCases.map(\.advice))
    #expect(Set(FailureCause.allCases.map(\.name)).count == FailureCause.allCases.count)
  }
}
