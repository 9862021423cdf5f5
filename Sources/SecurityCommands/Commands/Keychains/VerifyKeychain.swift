import Keychain
import KeychainModel

/// Prints what is stored, and everything that is wrong with it.
struct VerifyKeychain {
  let keychain: any OpenKeychain
  let console: Console
  let progress: Progress

  /// Repairs the database if it is damaged.
  func repair() throws(KeychainError) {
    console.print(
      try keychain.repair()
        ? "repaired: the items that could be read are in a new database"
        : "repaired: nothing; the file of the database needs no repair")
  }

  /// Puts items back that were moved out of the way of equal ones.
  func restoreQuarantined() throws(KeychainError) {
    let outcome = try keychain.restoreQuarantined()
    console.print("put back: \(outcome.restored) items; \(outcome.remaining) stay in quarantine")
  }

  /// - Returns: Whether nothing is damaged.
  func verify() throws(KeychainError) -> Bool {
    defer { progress.end() }
    let report = try keychain.verify(onProgress: progress.show)
    progress.end()
    for line in Self.lines(report) { console.print(line) }
    return report.isIntact
  }

  private static func lines(_ report: VerificationReport) -> [String] {
    let details =
      report.counts.map(line) + report.damages.map(line) + report.quarantined.map(line)
      + report.setAside.map { "set aside: \($0)" }
    guard report.isIntact else { return details + ["THE KEYCHAIN IS DAMAGED."] }
    return details
      + [report.counts.isEmpty ? "There is no keychain yet." : "The keychain is intact."]
  }

  private static func line(_ count: VerificationReport.Count) -> String {
    var line = "\(count.itemClass.rawValue): \(count.items) items"
    if count.tombstones > 0 { line += ", \(count.tombstones) tombstones" }
    if count.dead > 0 { line += ", \(count.dead) items whose key was destroyed" }
    return line
  }

  private static func line(_ damage: VerificationReport.Damage) -> String {
    guard let itemClass = damage.itemClass else { return "damaged: \(damage.reason)" }
    return "damaged: \(itemClass.rawValue) item \(damage.number): \(damage.reason)"
  }

  private static func line(_ row: VerificationReport.Quarantined) -> String {
    let name = row.itemClass?.rawValue ?? "unknown"
    let time = UTCTime(sinceReference: row.moved)?.spaced ?? "at an unknown time"
    return "quarantined: \(name) item \(row.number), \(time)"
  }
}

extension Command {
  static let verifyKeychain = Command(
    "verify-keychain", "Check that every item can be read. (only in Latchkey)",
    synopsis: "[-r] [-q] [keychain]",
    details: [
      "-r  repair a damaged database file first; the damaged one is kept",
      "-q  put items back first that can be read again, out of quarantine",
      "Ends with 0 when the keychain is intact and with 1 when it is damaged.",
    ],
    options: OptionSyntax("rq")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.checkKeychains(arguments.operands)
    let command = VerifyKeychain(
      keychain: try session.keychain(), console: session.console,
      progress: session.progress("verified"))
    let isIntact: Bool
    do throws(KeychainError) {
      if arguments.has("r") { try command.repair() }
      if arguments.has("q") { try command.restoreQuarantined() }
      isIntact = try command.verify()
    } catch {
      throw .keychain(error, in: "verify-keychain")
    }
    if !isIntact { throw CommandFailure(status: 1) }
  }
}
