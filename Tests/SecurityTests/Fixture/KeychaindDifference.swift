import Foundation
import ServiceTestSupport
import Testing

/// A reason why a keychain in `keychaind` answers otherwise than a keychain in the process of the program. The page
/// docs/service.md describes the differences.
enum KeychaindDifference: Comment {
  /// `security` uses the items of other programs only with the person's proof.
  case noGroupIsEveryGroup = "no manifest grants the group *"
  case ownGroup = "a manifest gives its application the group of its identifier, so no application is without a group"
  case loginIsShared = "in keychaind, the group login is shared also if a manifest lists it"

  /// The tests of this module that fail in `keychaind` because of a difference.
  static let tests: [String: KeychaindDifference] = [
    "everyGroup": .noGroupIsEveryGroup, "literalStar": .noGroupIsEveryGroup, "tool": .noGroupIsEveryGroup,
    "s64_star": .noGroupIsEveryGroup,
    "tokenOnly": .ownGroup, "s62_unentitled": .ownGroup, "noGroups": .ownGroup,
    "entitledOrder": .loginIsShared, "entitledLogin": .loginIsShared,
  ]
}

/// Requires that a test fails with a keychain in `keychaind`, so that the list of differences has no test too many.
struct KeychaindDifferenceTrait: TestTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard ServedKeychain.isInKeychaind else { return try await function() }
    let name = String(test.name.prefix { $0 != "(" })
    let reason = try #require(KeychaindDifference.tests[name], "the list of differences does not name the test \(name)")
    await withKnownIssue(reason.rawValue) { try await function() }
  }
}

extension Trait where Self == KeychaindDifferenceTrait {
  /// Marks a test of the list `KeychaindDifference.tests`.
  static var differsInKeychaind: Self { Self() }
}
