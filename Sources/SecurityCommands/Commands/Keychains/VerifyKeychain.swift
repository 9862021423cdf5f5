import Keychain
import KeychainModel

/// Prints what is stored, and everything that is wrong with it.
struct VerifyKeychain {
  let report: VerificationReport

  var lines: [String] {
    report.counts.map(Self.line) + report.damages.map(Self.line)
      + report.quarantined.map(Self.line) + report.setAside.map { "set aside: \($0)" }
      + [report.isIntact ? "The keychain is intact." : "THE KEYCHAIN IS DAMAGED."]
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
    synopsis: "[keychain]",
    details: ["Ends with 0 when the keychain is intact and with 1 when it is damaged."],
    options: OptionSyntax("")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.checkKeychains(arguments.operands)
    let keychain = try session.keychain()
    let report: VerificationReport
    do throws(KeychainError) {
      report = try keychain.verify()
    } catch {
      throw .keychain(error, in: "verify-keychain")
    }
    for line in VerifyKeychain(report: report).lines { session.console.print(line) }
    if !report.isIntact { throw CommandFailure(status: 1) }
  }
}
