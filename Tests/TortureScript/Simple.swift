package import Keychain
import KeychainModel

/// Calls for generic passwords that only their service identifies. Each call returns a status instead of throwing an
/// error.
package struct Simple: Sendable {
  package let keychain: LocalKeychain
  package var caller = Caller(accessGroups: ["simple"])

  /// Called after every commit; nil if the commits are not observed.
  private let onChange: (@Sendable (KeychainChange) -> Void)?

  package init(_ keychain: LocalKeychain, onChange: (@Sendable (KeychainChange) -> Void)? = nil) {
    self.keychain = keychain
    self.onChange = onChange
  }

  /// The client with the access of the `security` tool.
  package var client: KeychainClient { KeychainClient(keychain, as: .tool) }

  /// The result of a call.
  package struct Answer: Sendable, Equatable {
    package var status: Int32
    package var text: String

    package init(_ status: Int32, _ text: String = "") {
      self.status = status
      self.text = text
    }
  }

  package static let success: Int32 = 0
  /// A status that the keychain never returns. It means that a found secret differs from the stored secret, or that a
  /// verification found damage.
  package static let wrongContent: Int32 = 1

  package func add(_ service: String, byteCount: Int = 40) -> Answer {
    answer { () throws(KeychainError) in
      let attributes = AttributeSet([
        .service: .string(service), .synchronizable: .number(0),
      ])
      let secret = Self.secret(service, byteCount)
      return try perform(
        .add(AddRequest(.genericPassword, attributes: attributes, secret: secret)))
    }
  }

  /// Finds an item. Returns `wrongContent` if its secret was never stored.
  package func find(_ service: String) -> Answer {
    var content: [UInt8]?
    let answer = answer { () throws(KeychainError) in
      let items = try perform(
        .search(SearchRequest(query(service), contents: [.secret])))
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
      try perform(
        .update(
          UpdateRequest(
            query(service), changes: AttributeSet(), secret: Self.secret(service, byteCount))))
    }
  }

  package func delete(_ service: String) -> Answer {
    answer { () throws(KeychainError) in
      try perform(.delete(DeleteRequest(query(service))))
    }
  }

  /// Returns the number of items as the text of the answer.
  package func count() -> Answer {
    var count = 0
    let answer = answer { () throws(KeychainError) in
      let query = ItemQuery(.genericPassword, isSynchronizable: nil)
      let items = try perform(
        .search(SearchRequest(query, limit: nil)))
      count = items.count
      return items
    }
    if answer.status == KeychainError.Code.itemNotFound.rawValue { return Answer(0, "0") }
    return answer.status == Self.success ? Answer(0, "\(count)") : answer
  }

  /// Verifies the keychain. Returns status 0 if it has no damage, and otherwise the first damage as the text of the
  /// answer.
  package func verify() -> Answer {
    do throws(KeychainError) {
      let report = try client.verify()
      guard let damage = report.damages.first else { return Answer(0) }
      return Answer(Self.wrongContent, damage.reason)
    } catch {
      return Answer(error.code.rawValue, error.reason)
    }
  }

  /// Returns the secret that is stored for a service and a length.
  package static func secret(_ service: String, _ byteCount: Int) -> [UInt8] {
    let seed = service.utf8.reduce(byteCount) { ($0 &* 31) &+ Int($1) }
    return Pattern(seed: seed, byteCount: byteCount).bytes
  }

  private func query(_ service: String) -> ItemQuery {
    ItemQuery(
      .genericPassword, attributes: AttributeSet([.service: .string(service)]),
      isSynchronizable: nil)
  }

  private func perform(_ request: ItemRequest) throws(KeychainError) -> [Item] {
    try KeychainClient(keychain, as: caller, onChange: onChange).perform(request)
  }

  private func answer(_ body: () throws(KeychainError) -> [Item]) -> Answer {
    do throws(KeychainError) {
      // The functions of `Security` enter the fork gate, too.
      _ = try ForkGate.enter(body)
      return Answer(Self.success)
    } catch {
      return Answer(error.code.rawValue, error.reason)
    }
  }
}
