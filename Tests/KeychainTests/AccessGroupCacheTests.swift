@testable import Keychain
import KeychainModel
import Testing

/// Tests of the cache of access groups without rows. A cached result is valid for one state of the database.
@Suite struct AccessGroupCacheTests {
  private static let program = Caller(accessGroups: ["app", "shared"], sharedGroups: ["shared"])

  @Test func groupThatAnotherProcessFillsIsSearched() throws {
    let store = try TestKeychain()
    let other = TestKeychain(reopening: store)
    try add("own", to: "app", in: store)
    #expect(find("wanted", in: store) == nil)
    try add("wanted", to: "shared", in: other)
    #expect(find("wanted", in: store) == "shared")
  }

  @Test func groupThatThisProcessFillsIsSearched() throws {
    let store = try TestKeychain()
    try add("own", to: "app", in: store)
    #expect(find("wanted", in: store) == nil)
    try add("wanted", to: "shared", in: store)
    #expect(find("wanted", in: store) == "shared")
  }

  @Test func groupThatWasEmptiedAndFilledAgainIsSearched() throws {
    let store = try TestKeychain()
    try add("own", to: "app", in: store)
    for _ in 0..<3 {
      try add("wanted", to: "shared", in: store)
      #expect(find("wanted", in: store) == "shared")
      var query = ItemQuery(.genericPassword)
      query.attributes[.accessGroup] = .string("shared")
      _ = try store.keychain.perform(.delete(DeleteRequest(query)), as: Self.program)
      #expect(find("wanted", in: store) == nil)
    }
  }

  /// The transaction deletes the items of the group, finds that the group is empty, and is rolled back. The rollback
  /// does not change SQLite's counter of changes. So this counter does not show that the group contains items again.
  @Test func groupThatIsFullAgainAfterARollbackIsSearched() throws {
    let store = try TestKeychain()
    try add("own", to: "app", in: store)
    try add("wanted", to: "shared", in: store)
    var query = ItemQuery(.genericPassword)
    query.attributes[.accessGroup] = .string("shared")
    let deletion = ItemDeletion(
      request: DeleteRequest(query), caller: Self.program, clock: SystemClock())
    let plan = try #require(
      MatchPlan(Self.search("wanted").query, .these(Self.program.accessGroups)))
    var count = 0
    #expect(throws: KeychainError.self) {
      try store.keychain.write(isSynchronizable: { (_: Bool) in false }) {
        (session) throws(KeychainError) -> Bool in
        _ = try deletion.run(session)
        try MatchingRows(plan: plan, session: session).forEach { (_, _) throws(KeychainError) in
          count += 1
          return true
        }
        throw KeychainError(.inputOutput, "the transaction is undone")
      }
    }
    #expect(count == 0)
    #expect(find("wanted", in: store) == "shared")
  }

  private static func search(_ service: String) -> SearchRequest {
    var query = ItemQuery(.genericPassword)
    query.attributes[.service] = .string(service)
    return SearchRequest(query, contents: .attributes)
  }

  private func add(_ service: String, to group: String, in store: TestKeychain) throws {
    let attributes = AttributeSet([
      .service: .string(service), .account: .string("account"), .accessGroup: .string(group),
    ])
    let request = AddRequest(.genericPassword, attributes: attributes, secret: [1])
    _ = try store.keychain.perform(.add(request), as: Self.program)
  }

  /// The access group of the item that a search finds; nil when the search finds no item.
  private func find(_ service: String, in store: TestKeychain) -> String? {
    let found = try? store.keychain.perform(.search(Self.search(service)), as: Self.program)
    return found?.first?.attributes[.accessGroup]?.text
  }
}
