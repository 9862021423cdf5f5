import Keychain
import KeychainCrypto
import KeychainModel

/// Prints what is stored, and everything that is wrong with it.
struct VerifyKeychain {
  let keychain: any OpenKeychain
  let console: Console
  let progress: Progress

  /// Goes on with a keybag that is older than the database.
  func acceptKeybag(_ passcode: Passcode?) throws(KeychainError) {
    console.print(
      try keychain.acceptKeybag(passcode)
        ? "accepted: the keybag, which is older than the database"
        : "accepted: nothing; the keybag is not older than the database")
  }

  /// Repairs the database if it is damaged.
  func repair(_ passcode: Passcode?) throws(KeychainError) {
    console.print(
      try keychain.repair(passcode)
        ? "repaired: the items that could be read are in a new database"
        : "repaired: nothing; the file of the database needs no repair")
  }

  /// Puts items back that were moved out of the way of equal ones.
  func restoreQuarantined() throws(KeychainError) {
    let outcome = try keychain.recoverQuarantined()
    console.print(
      "put back: \(counted(outcome.recovered, "item")); "
        + counted(outcome.remaining, "stays", "stay") + " in quarantine")
    for row in outcome.kept {
      let name = row.itemClass?.rawValue ?? "unknown"
      console.print("stays: \(name) item \(row.number): \(row.reason.rawValue)")
    }
  }

  /// Deletes what lies in quarantine.
  func dropQuarantined() throws(KeychainError) {
    console.print("dropped from quarantine: \(counted(try keychain.dropQuarantined(), "item"))")
  }

  /// Removes what nobody can read any more.
  func purge(_ progress: Progress) throws(KeychainError) {
    defer { progress.end() }
    let outcome = try keychain.purge(onProgress: progress.show)
    progress.end()
    console.print(
      "purged: \(counted(outcome.tombstones, "tombstone")), "
        + "\(counted(outcome.dead, "item")) whose key was destroyed")
  }

  /// - Returns: What is to be reported as the result; nil when nothing is damaged.
  func verify() throws(KeychainError) -> CommandFailure? {
    defer { progress.end() }
    let report = try keychain.verify(onProgress: progress.show)
    progress.end()
    for line in Self.lines(report) { console.print(line) }
    if let obstacle = report.obstacle { return .keychain(obstacle, in: "verify-keychain") }
    return report.isIntact ? nil : CommandFailure(status: 1)
  }

  private static func lines(_ report: VerificationReport) -> [String] {
    let details =
      report.counts.map(line) + report.damages.map(line) + report.quarantined.map(line)
      + report.setAside.map { "set aside: \($0)" } + oldKeys(report)
    guard report.obstacle == nil else { return details + ["THE KEYCHAIN CANNOT BE OPENED."] }
    guard report.isIntact else { return details + ["THE KEYCHAIN IS DAMAGED."] }
    guard report.counts.allSatisfy({ $0.locked == 0 }) else {
      return details + [
        "The keychain is intact as far as it could be read; unlock it for the rest."
      ]
    }
    return details
      + [report.counts.isEmpty ? "There is no keychain yet." : "The keychain is intact."]
  }

  private static func oldKeys(_ report: VerificationReport) -> [String] {
    guard report.retiredKeyCount > 0 else { return [] }
    let rows = report.rowsUnderRetiredKeys
    return [
      rows > 0
        ? "old keys: \(report.retiredKeyCount), for \(counted(rows, "item")); rotate-keys was interrupted, and "
          + "finishes when it is called again"
        : "old keys: \(report.retiredKeyCount); rotate-keys destroys them, but for those that damaged "
          + "items may need"
    ]
  }

  private static func line(_ count: VerificationReport.Count) -> String {
    guard count.unopened == 0 else {
      return "\(count.itemClass.rawValue): \(counted(count.unopened, "row")) that cannot be opened"
    }
    var line = "\(count.itemClass.rawValue): \(counted(count.items, "item"))"
    if count.tombstones > 0 { line += ", \(counted(count.tombstones, "tombstone"))" }
    if count.locked > 0 {
      line +=
        ", "
        + counted(
          count.locked, "that is locked and was not read", "that are locked and were not read")
    }
    if count.dead > 0 { line += ", \(counted(count.dead, "item")) whose key was destroyed" }
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
    synopsis: "[-r] [-q] [--accept-keybag] [--drop-quarantine] [--purge] [keychain]",
    details: [
      "-r  repair a damaged database file first, also one whose number of a newer version may be the damage;",
      "    the damaged one is kept",
      "-q  put items back first that can be read again, out of quarantine",
      "--accept-keybag  go on with an earlier copy of the keybag when the newer one is lost: what was sealed",
      "    under newer keys cannot be read, and the password is that of the copy, or none",
      "--drop-quarantine  delete what lies in quarantine, for good",
      "--purge  remove tombstones, and items whose key was destroyed",
      "Ends with 0 when the keychain is intact, with 1 when it is damaged, with 53 when it cannot",
      "be opened.",
    ],
    options: OptionSyntax("rq", flags: ["accept-keybag", "drop-quarantine", "purge"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.checkKeychains(arguments.operands)
    let command = VerifyKeychain(
      keychain: try session.keychain(), console: session.console,
      progress: session.progress("verified"))
    if arguments.has("accept-keybag") { try withPasscode(session, command.acceptKeybag) }
    if arguments.has("r") { try withPasscode(session, command.repair) }
    let failure: CommandFailure?
    do throws(KeychainError) {
      if arguments.has("q") { try command.restoreQuarantined() }
      if arguments.has("drop-quarantine") { try command.dropQuarantined() }
      if arguments.has("purge") { try command.purge(session.progress("purged")) }
      failure = try command.verify()
    } catch {
      throw .keychain(error, in: "verify-keychain")
    }
    if let failure { throw failure }
  }

  /// Asks for the password when a damaged database is to be repaired with it.
  private static func withPasscode(
    _ session: Session, _ work: (Passcode?) throws(KeychainError) -> Void
  ) throws(CommandFailure) {
    let context = "verify-keychain"
    do throws(KeychainError) {
      return try work(nil)
    } catch {
      guard error.cause == .mustBeUnlocked else { throw .keychain(error, in: context) }
    }
    let passcode = try KeychainPassword.read(
      nil, session, prompt: "password of the keychain: ")
    do throws(KeychainError) {
      try work(passcode)
    } catch {
      throw .keychain(error, in: context)
    }
  }
}
