import Foundation

/// Where the programs are that are measured as whole processes. An absent one is left out.
struct Programs {
  /// Our tool, `security`.
  var tool: String?
  /// `find-one`, the least that a process can take.
  var findOne: String?
  /// `secret-service`, the client of the rival.
  var secretService: String?
  /// `scripts/with-secret-service`.
  var session: String?

  static let toolName = "security find-generic-password -w"
  static let findOneName = "C over SQLite and libcrypto"
  static let secretToolName = "secret-tool lookup"

  /// Our tool first, then those that it is compared with.
  func finding(in store: StoreFolder, hasSecretService: Bool) -> [Program] {
    let item = store.filling.measured(store.count)[0]
    let floorItem = Filling.even.measured(store.count)[0]
    let environment = Child.environment(store).map { "\($0)=\($1)" }
    var found: [Program] = []
    if let tool {
      let words = [
        tool, "find-generic-password", "-s", item.service, "-a", item.account, "-w",
      ]
      found.append(Program(name: Self.toolName, words: words, environment: environment))
    }
    if let findOne {
      let words = [findOne, store.floorPath, floorItem.service, floorItem.account]
      found.append(Program(name: Self.findOneName, words: words, environment: environment))
    }
    if hasSecretService {
      // The first item of secret-service.c.
      let zero = String(repeating: "0", count: 16)
      let words = ["secret-tool", "lookup", "service", "svce" + zero, "account", "acct" + zero]
      found.append(Program(name: Self.secretToolName, words: words, environment: environment))
    }
    return found
  }
}
