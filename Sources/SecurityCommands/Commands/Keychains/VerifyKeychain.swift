import Keychain
import KeychainCrypto
import KeychainModel

/// Verifies, repairs and cleans up the keychain, and prints the results.
struct VerifyKeychain {
  let keychain: KeychainClient
  let console: Console
  let progress: Progress

  /// Makes the keychain accept its current files, although one of the files is an outdated copy.
  func acceptOlder() throws(KeychainError) {
    console.print(
      try keychain.acceptOlder()
        ? "accepted: the files that are there, of which one is an older copy"
        : "accepted: nothing; the files belong together")
  }

  /// Repairs the database if the database is damaged. If `onlyIfMarked` is true, repairs only damage that an earlier
  /// call has recorded.
  func repair(_ passcode: Passcode?, onlyIfMarked: Bool) throws(KeychainError) {
    guard let outcome = try keychain.repair(passcode, onlyIfMarked: onlyIfMarked) else {
      return console.print("repaired: nothing; the database needs no repair")
    }
    console.print(
      "repaired: the rows that were found are in a new database; the damaged one is \(outcome.asideName)"
    )
    for count in outcome.counts {
      let missing =
        switch count.missing {
        case nil: "how many are missing is not known"
        case 0?: "none missing"
        case let number?: "\(number) missing"
        }
      console.print(
        "found: \(count.itemClass.rawValue): \(counted(count.found, "row")), \(missing)")
    }
    if outcome.isIncomplete {
      console.print("a part of the damaged database could not be read")
    }
  }

  /// Moves items from quarantine back into the keychain, if the items can be read again. When an item is added, an
  /// equal item that cannot be read is moved to quarantine.
  func restoreQuarantined() throws(KeychainError) {
    let outcome = try keychain.recoverQuarantined()
    console.print(
      "put back: \(counted(outcome.recovered, "item")); "
        + counted(outcome.kept.count, "stays", "stay") + " in quarantine")
    for row in outcome.kept {
      let name = row.itemClass?.rawValue ?? "unknown"
      console.print("stays: \(name) item \(row.number): \(row.reason.rawValue)")
    }
  }

  /// Deletes the items in quarantine.
  func dropQuarantined() throws(KeychainError) {
    console.print("dropped from quarantine: \(counted(try keychain.dropQuarantined(), "item"))")
  }

  /// Deletes tombstones, and deletes items whose keys were destroyed.
  func purge(_ progress: Progress) throws(KeychainError) {
    defer { progress.end() }
    let outcome = try keychain.purge(onProgress: progress.show)
    progress.end()
    console.print(
      "purged: \(counted(outcome.tombstones, "tombstone")), "
        + "\(counted(outcome.dead, "item")) whose key was destroyed")
  }

  /// Verifies the keychain. Prints the number of items in each class, and describes all damage.
  ///
  /// - Returns: The failure of the command; nil if nothing is damaged.
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
    synopsis:
      "[--repair [--if-damaged]] [-q] [--accept-older] [--drop-quarantine] [--purge] [keychain]",
    details: [
      "--repair, -r  put what can be read of a damaged database into a new one first; the damaged one is kept, and",
      "    a line for each class says how many rows were found and how many are missing",
      "--if-damaged  repair only when a call has met damage, and do nothing else: for ExecStartPre= of a service",
      "-q  put items back first that can be read again, out of quarantine",
      "--accept-older  go on when a file of the keychain is an older copy and the newer one is lost: items sealed",
      "    under keys of a lost keybag cannot be read, and the password is that of the keybag that is there",
      "--drop-quarantine  delete what lies in quarantine, for good",
      "--purge  remove tombstones, and items whose key was destroyed",
      "Ends with 0 when the keychain is intact, with 1 when it is damaged, with 53 when it cannot",
      "be opened.",
    ],
    options: OptionSyntax(
      "rq", flags: ["repair", "if-damaged", "accept-older", "drop-quarantine", "purge"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.selectKeychain(arguments.operands.first)
    let command = VerifyKeychain(
      keychain: try session.keychain(), console: session.console,
      progress: session.progress("verified"))
    let isRepairAsked = arguments.has("r") || arguments.has("repair")
    let onlyIfMarked = arguments.has("if-damaged")
    guard isRepairAsked || !onlyIfMarked else { throw .usage }
    if arguments.has("accept-older") {
      do throws(KeychainError) { try command.acceptOlder() } catch {
        throw .keychain(error, in: "verify-keychain")
      }
    }
    if isRepairAsked {
      try withPasscode(session) { (passcode) throws(KeychainError) in
        try command.repair(passcode, onlyIfMarked: onlyIfMarked)
      }
      if onlyIfMarked { return }
    }
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

  /// Runs `work`. If `work` needs the password for a repair, asks for the password and runs `work` again.
  private static func withPasscode(
    _ session: CommandSession, _ work: (Passcode?) throws(KeychainError) -> Void
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
