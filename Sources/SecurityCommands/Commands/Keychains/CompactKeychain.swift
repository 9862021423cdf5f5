import Keychain
import KeychainModel

extension Command {
  static let compactKeychain = Command(
    "compact-keychain", "Give back disk space that deleted items took. (only in Latchkey)",
    synopsis: "[keychain]",
    details: ["Other programs can read meanwhile; those that write wait."],
    options: OptionSyntax("")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.selectKeychain(arguments.operands.first)
    let progress = session.progress("compacted")
    defer { progress.end() }
    let outcome = try session.withKeychain(in: "compact-keychain") {
      (keychain) throws(KeychainError) in
      try keychain.compact(onProgress: progress.show)
    }
    progress.end()
    guard let outcome else {
      session.console.print("There is no keychain yet.")
      return
    }
    session.console.print("before: \(outcome.before) bytes, after: \(outcome.after) bytes")
    if !outcome.isComplete {
      session.console.print("Other programs keep the log in use; the rest is given back later.")
    }
  }
}
