import Foundation
import KeychainModel
import TestSupport
import Testing

@testable import Security

/// The failure causes of the internal modules, and those that programs see.
@Suite struct FailureCauseTests {
  /// The usual cause of a status must list that status in its row.
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
