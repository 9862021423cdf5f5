import Foundation

/// The paths of the programs for the measurements; nil for a program that is not available.
struct Programs {
  /// The `security` tool.
  var tool: String?
  /// `find-one`, which does the minimum that a process needs to find an item.
  var findOne: String?
  /// `secret-service`, which measures gnome-keyring.
  var secretService: String?
  /// The script `scripts/with-secret-service`.
  var session: String?

  static let toolName = "security find-generic-password -w"
  static let findOneName = "C over SQLite and libcrypto"
  static let secretToolName = "secret-tool lookup"

  /// Returns the tool and the programs with which the tool is compared. Each of them finds an item in the store.
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
      // These are the names of the first item that `secret-service fill` adds.
      let zero = String(repeating: "0", count: 16)
      let words = ["secret-tool", "lookup", "service", "svce" + zero, "account", "acct" + zero]
      found.append(Program(name: Self.secretToolName, words: words, environment: environment))
    }
    return found
  }
}
