package import Keychain
import KeychainModel

/// Calls on items that are named by their service alone, answered by statuses.
package struct Simple: Sendable {
  package let keychain: LocalKeychain
  package var caller = Caller(accessGroups: ["simple"])

  package init(_ keychain: LocalKeychain) { self.keychain = keychain }

  /// The keychain as the tool uses it.
  package var client: KeychainClient { KeychainClient(keychain, as: .tool) }

  /// What a call answered.
  package struct Answer: Sendable, Equatable {
    package var status: Int32
    package var text: String

    package init(_ status: Int32, _ text: String = "") {
      self.status = status
      self.text = text
    }
  }

  package static let success: Int32 = 0
  /// No status of the keychain: a search found something that was never stored.
  package static let wrongContent: Int32 = 1

  package func add(_ service: String, byteCount: Int = 40) -> Answer {
    answer { () throws(KeychainError) in
      let attributes = AttributeSet([
        .service: .string(service), .synchronizable: .number(0),
      ])
      let secret = Self.secret(service, byteCount)
      return try keychain.perform(
        .add(AddRequest(.genericPassword, attributes: attributes, secret: secret)), as: caller)
    }
  }

  /// Finds an item and compares its secret with what was stored.
  package func find(_ service: String) -> Answer {
    var content: [UInt8]?
    let answer = answer { () throws(KeychainError) in
      let items = try keychain.perform(
        .search(SearchRequest(query(service), contents: [.secret])), as: caller)
      content = items.first?.secret
      return items
    }
    guard answer.status == Self.success else { return answer }
    guard let content, content == Self.secret(service, content.count) else {
      return Answer(Self.wrongContent, "\(service) has a secret that was never stored")
    }
    return Answer(Self.success, "\(content.count)")
  }

  package func update(_ service: String, byteCount: Int) -> Answer {
    answer { () throws(KeychainError) in
      try keychain.perform(
        .update(
          UpdateRequest(
            query(service), changes: AttributeSet(), secret: Self.secret(service, byteCount))),
        as: caller)
    }
  }

  package func delete(_ service: String) -> Answer {
    answer { () throws(KeychainError) in
      try keychain.perform(.delete(DeleteRequest(query(service))), as: caller)
    }
  }

  /// How many items there are.
  package func count() -> Answer {
    var count = 0
    let answer = answer { () throws(KeychainError) in
      let query = ItemQuery(.genericPassword, isSynchronizable: nil)
      let items = try keychain.perform(
        .search(SearchRequest(query, limit: nil)), as: caller)
      count = items.count
      return items
    }
    if answer.status == KeychainError.Code.itemNotFound.rawValue { return Answer(0, "0") }
    return answer.status == Self.success ? Answer(0, "\(count)") : answer
  }

  /// Status 0 when nothing is damaged; otherwise the first damage.
  package func verify() -> Answer {
    do throws(KeychainError) {
      let report = try client.verify()
      guard let damage = report.damages.first else { return Answer(0) }
      return Answer(Self.wrongContent, damage.reason)
    } catch {
      return Answer(error.code.rawValue, error.reason)
    }
  }

  /// The secret of a service, at every length.
  package static func secret(_ service: String, _ byteCount: Int) -> [UInt8] {
    let seed = service.utf8.reduce(byteCount) { ($0 &* 31) &+ Int($1) }
    return Pattern(seed: seed, byteCount: byteCount).bytes
  }

  private func query(_ service: String) -> ItemQuery {
    ItemQuery(
      .genericPassword, attributes: AttributeSet([.service: .string(service)]),
      isSynchronizable: nil)
  }

  private func answer(_ body: () throws(KeychainError) -> [Item]) -> Answer {
    do throws(KeychainError) {
      // As the functions of `Security` do.
      _ = try ForkGate.enter(body)
      return Answer(Self.success)
    } catch {
      return Answer(error.code.rawValue, error.reason)
    }
  }
}
